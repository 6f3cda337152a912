import { expect, it } from 'vitest';
import { CLI_COMMANDS } from '../../src/cli/commands.ts';
import { commandLinePage } from './command-line-page.ts';

it('the page about the command line is what the help says', async () => {
  await expect(commandLinePage(CLI_COMMANDS)).toMatchFileSnapshot('../../docs/command-line.md');
});
