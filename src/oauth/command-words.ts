import { err, ok, type Result } from '../result.ts';

/** A word, or a part of one, that is quoted or plain. */
const PART = /"([^"\\]*)"|'([^']*)'|([^\s"'\\|&;<>()$`*?[\]#~{}]+)/y;

/**
 * Takes a command line apart into its words, as a shell does with words and quotes alone.
 *
 * @returns an error where a shell would do more with it than that, which here nobody does
 */
export function commandWords(line: string): Result<readonly [string, ...string[]], string> {
  const words: string[] = [];
  let at = 0;
  while (at < line.length) {
    const gap = /\s+/y;
    gap.lastIndex = at;
    if (gap.test(line)) {
      at = gap.lastIndex;
      continue;
    }
    let word = '';
    for (;;) {
      PART.lastIndex = at;
      const part = PART.exec(line);
      if (!part) break;
      word += part[1] ?? part[2] ?? part[3] ?? '';
      at = PART.lastIndex;
    }
    if (at < line.length && !/\s/.test(line[at] ?? '')) {
      return err('is run without a shell: put what needs one into a script of your own');
    }
    words.push(word);
  }
  const [program, ...rest] = words;
  return program ? ok([program, ...rest]) : err('must be a command, such as /usr/local/bin/token');
}
