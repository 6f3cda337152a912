import { readConfig } from '../../config.ts';
import { openMailbox } from '../../post/imap.ts';
import { openSubmission } from '../../post/smtp.ts';
import { troubleText } from '../../post/trouble.ts';
import type { Settings } from './settings.ts';

/** What was found in trying one thing. */
export interface Finding {
  /** What was looked at: `imap`, `smtp`. */
  readonly name: string;
  readonly level: 'ok' | 'warn' | 'wrong';
  readonly what: string;
  readonly remedy?: string;
}

/** Tries settings out, one thing after the other. */
export async function* tryOut(settings: Settings): AsyncGenerator<Finding> {
  const config = readConfig(settings);
  if (!config.ok) {
    for (const what of config.error) yield { name: 'settings', level: 'wrong', what };
    return;
  }
  if (config.value.mode !== 'worker') return;
  const { imap, smtp } = config.value;
  if (imap) {
    yield await attempt('imap', imap.host, async () => {
      const signal = new AbortController().signal;
      const silent = () => undefined;
      (await openMailbox(imap, { onMail: silent, onClose: silent, signal })).close();
    });
  }
  yield await attempt('smtp', smtp.host, async () => {
    const submission = openSubmission(smtp);
    await submission.verify().finally(() => submission.close());
  });
}

async function attempt(name: string, host: string, work: () => Promise<void>): Promise<Finding> {
  try {
    await work();
    return { name, level: 'ok', what: `${host} accepts the login.` };
  } catch (error) {
    return { name, level: 'wrong', what: `${host} ${troubleText(error)}.` };
  }
}
