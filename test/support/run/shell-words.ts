/**
 * The words behind `turnpost` in a line as it is typed into a shell; undefined where there are none.
 * What the shell keeps for itself (variables before it, pipes, files, comments) is left out.
 */
export function wordsOfLine(line: string): readonly string[] | undefined {
  const [, words] = /(?:^|[\s/|])turnpost(?:\s+([^#<>|&;]*)|$)/.exec(line) ?? [];
  return words
    ?.trim()
    .match(/"[^"]*"|'[^']*'|\S+/g)
    ?.map((word) => word.replace(/^(["'])(.*)\1$/s, '$2'));
}
