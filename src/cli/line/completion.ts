import type { CliCommand } from '../command.ts';
import { COMMON_OPTIONS } from './options.ts';

/** The bash script that completes command lines of `turnpost`. */
export const bashCompletion = (commands: readonly CliCommand[]): string => `\
# Completes the command lines of turnpost. For ~/.bashrc:
#   eval "$(turnpost completion bash)"
_turnpost() {
  local words=
  local word=\${COMP_WORDS[COMP_CWORD]}
  if [ "$COMP_CWORD" = 1 ]; then
    words='${namesOf(commands)}'
  else
    case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]} $word" in
${commands.flatMap((command) => casesOf(command, commands)).join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _turnpost turnpost`;

const namesOf = (commands: readonly CliCommand[]): string =>
  commands.map(({ name }) => name).join(' ');

/** The possible next words: values of an option, options, or literals. Else bash offers files. */
function casesOf(
  { name, takes = '', options = {} }: CliCommand,
  commands: readonly CliCommand[],
): readonly string[] {
  const values = Object.entries(options).flatMap(([option, { takes: value, oneOf = [] }]) =>
    value === undefined ? [] : [caseOf(`${name} --${option} *`, oneOf.join(' '))],
  );
  const switches = Object.keys({ ...options, ...COMMON_OPTIONS }).map((option) => `--${option}`);
  const literals = takes.replace(/[[\]]/g, '').match(/(?<!\S)[a-z]+(?!\S)/g) ?? [];
  return [
    ...values,
    caseOf(`${name} * -*`, switches.join(' ')),
    caseOf(`${name} *`, takes === '[COMMAND]' ? namesOf(commands) : literals.join(' ')),
  ];
}

const caseOf = (pattern: string, words: string): string =>
  `      ${pattern.replaceAll(' ', '\\ ')}) words='${words}' ;;`;
