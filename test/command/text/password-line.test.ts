import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Line, readLine } from '../../../src/command/text/line.ts';
import { takePasswords } from '../../../src/command/text/password-line.ts';
import type { Text } from '../../../src/command/text/read.ts';
import { NOWHERE, subjectCommand } from '../../../src/command/text/subject.ts';
import { VOCABULARY } from '../../support/desk/vocabulary.ts';

const SECRET = 'hunter2-xyz';
const takeOut = (text: Text) => takePasswords(text, VOCABULARY);
const gist = (line: Line) =>
  line.kind === 'command' ? line.ready.text : line.kind === 'trouble' ? line.why : line.kind;
const take = (line: string) => takeOut({ subject: '', lines: [line] });

describe('the classic spelling', () => {
  it.each([
    [`move 12 alice ${SECRET} e4e2`, 'move 12 e4e2'],
    [`forms move 12 alice ${SECRET} e4e2`, 'forms move 12 e4e2'],
    [`Forms-Original MOVE #12 alice ${SECRET} e4e2`, 'forms-original MOVE #12 e4e2'],
    [`board 12 alice ${SECRET} e4e2`, 'board 12 e4e2'],
    [`mvoe 12 alice ${SECRET} e4e2 #5`, 'mvoe 12 e4e2 #5'],
    [`moev 12 alice ${SECRET} e4e2`, 'moev 12 e4e2'],
    [`move 12 alice ${SECRET} e4 e2`, 'move 12 e4 e2'],
    [`move 12 alice ${SECRET} nonsense`, 'move 12 nonsense'],
    [`resign 12 alice ${SECRET}`, 'resign 12'],
    [`forms resign 12 alice ${SECRET}.`, 'forms resign 12'],
    [`resgin 12 alice ${SECRET}`, 'resgin 12'],
    [`move 12 alice ${SECRET}`, 'move 12'],
    [`submit 12 alice ${SECRET} e4e2`, 'submit 12 e4e2'],
    [`forms show 12 alice ${SECRET}`, 'forms show 12'],
    [`forms challenge alice ${SECRET} bob -size=10`, 'forms challenge alice bob -size=10'],
    [`forms challenge alice ${SECRET} bob forms`, 'forms challenge alice bob forms'],
    [`show 12 alice ${SECRET} #3`, 'show 12 #3'],
    [`queue 12 alice ${SECRET} if d4d5 then e4e2`, 'queue 12 if d4d5 then e4e2'],
    [`preview 12 alice ${SECRET} e4e2 d4d5`, 'preview 12 e4e2 d4d5'],
    ...['draw', 'undo', 'say', 'accept', 'decline', 'withdraw', 'confirm', 'record', 'watch'].map(
      (command): [string, string] => [`${command} 12 alice ${SECRET}`, `${command} 12`],
    ),
    [`signoff alice ${SECRET}`, 'signoff'],
    [`Sign off alice ${SECRET}.`, 'signoff'],
    [`message alice ${SECRET} bob`, 'message bob'],
    [`set alice ${SECRET} notify daily`, 'set notify daily'],
    [`vacation alice ${SECRET} off`, 'vacation off'],
    [`address alice ${SECRET} add a@home.test`, 'address add a@home.test'],
    [`change address alice ${SECRET} a@home.test`, 'address add a@home.test'],
    [`add alice ${SECRET} a@home.test`, 'address add a@home.test'],
    [`delete alice ${SECRET}`, 'delete'],
    [`vacation alice ${SECRET}`, 'vacation'],
    [`message alice ${SECRET} bob carol`, 'message bob carol'],
    [`broadcast alice ${SECRET}`, 'broadcast'],
    [`notify alice ${SECRET}`, 'notify'],
    [`forms accept alice ${SECRET}`, 'forms accept'],
    [`forms accept alice ${SECRET} none`, 'forms accept none'],
    [`forms showas alice ${SECRET} 12`, 'forms showas 12'],
    [`showas alice ${SECRET} all`, 'showas all'],
    [`forms subscribe all alice ${SECRET}`, 'forms subscribe all'],
    [`forms notify alice ${SECRET}`, 'forms notify'],
    [`forms seek alice ${SECRET}`, 'forms seek'],
    ...['resign', 'undo', 'propose', 'accept', 'reject', 'pass', 'swap'].map(
      (word): [string, string] => [`move 12 alice ${SECRET} ${word}`, `move 12 ${word}`],
    ),
    [`forms limit alice ${SECRET} 3`, 'forms limit 3'],
    [`forms qmove 12 alice ${SECRET} e4e2`, 'forms qmove 12 e4e2'],
    [`forms chat 12 alice ${SECRET}`, 'forms chat 12'],
    [`forms subscribe 12 alice ${SECRET}`, 'forms subscribe 12'],
    [`counter 13 alice ${SECRET} -size=6x6 -unrated`, 'counter 13 -size=6x6 -unrated=yes'],
    [`move 12 alice ${SECRET} e4e2 please`, 'move 12 e4e2'],
    [`zeige 12 alice ${SECRET}`, 'show 12'],
    [`Zeige Brett 12 alice ${SECRET}`, 'show 12'],
    [`forms zieh 12 alice ${SECRET} e4e2, danke`, 'forms move 12 e4e2'],
    [`zurücknehmen 12 alice ${SECRET}`, 'undo 12'],
    [`zuruck 12 alice ${SECRET}`, 'undo 12'],
    [`aufgebne 12 alice ${SECRET}`, 'aufgebne 12'],
    [`abmelden alice ${SECRET}`, 'signoff'],
    [`nachricht an alice ${SECRET} bob`, 'message bob'],
    [`urlaub alice ${SECRET} aus`, 'vacation aus'],
    [`urlaub alice ${SECRET} vom 24.12. bis 2.1.`, 'vacation vom 24.12. bis 2.1'],
    [`forms herausfordern alice ${SECRET} bob -größe=10`, 'forms challenge alice bob -size=10'],
    [`resign 12 alice ${SECRET}, thanks.`, 'resign 12'],
    ...['*', '**', '***', '****'].flatMap((mark): [string, string][] => [
      [`move 12 alice ${mark} ${SECRET} e4e2`, 'move 12 e4e2'],
      [`forms move 12 ${mark} alice ${SECRET} e4e2`, 'forms move 12 e4e2'],
      [`resign 12 alice ${mark} ${SECRET}`, 'resign 12'],
      [`forms challenge alice ${mark} ${SECRET} bob`, 'forms challenge alice bob'],
      [`signoff alice ${mark} ${SECRET}`, 'signoff'],
    ]),
  ])('is known by its shape: %s', (line, plain) => {
    const taken = take(line);
    expect(taken?.text.lines).toEqual([plain]);
    expect(taken?.claims).toEqual([{ userid: 'alice', password: SECRET }]);
    expect(taken?.words).toEqual([SECRET]);
    expect(taken?.newPassword).toBeUndefined();
  });

  it.each([
    'move 12 e4 e2',
    'move 12 e4 e2 #5',
    'move 12 e4xe5',
    'move 12 alice e4e2',
    'move 12 alice e4e2 #5',
    'e4 e2',
    'resign 12',
    'resign 12 alice',
    'resign 12 not just yet',
    'resign for alice today',
    'queue 12 if d4d5 then e4e2',
    'preview 12 e4e2 d4d5',
    'show 12 #3',
    'challenge bob forms -size=6x6',
    'forms challenge alice bob -size=10',
    'forms challenge bob',
    'challenge accepted my friend',
    'signup carol',
    'signup carol carol@home.test',
    'sign up for a game of chess',
    'signup carol ***',
    'change password',
    'password',
    'userid and password',
    'add me to the list',
    'list alice secretary',
    'vacation from wednesday',
    'move 12 resign',
    'move 12 accept',
    'passwords are a nuisance',
    'signoff',
    'signoff for today',
    'vacation until wednesday',
    'vacation 2026-12-01 2026-12-20',
    'message bob',
    'message received yesterday',
    'set zone Europe/Berlin',
    'address add alice@home.test',
    'change address a@home.test',
    'I play 12 boards with alice now',
    'signup carol please',
    'signup carol, thanks!',
    'signup carol **',
    'sign up carol bitte',
    'resign 12 please',
    'accept 12 draw undo',
    'set zone Europe/Berlin notify daily',
    'address add a@home.test main b@home.test',
    'vacation 2026-12-20 2027-01-03 off',
    'queue 12 when d4d5 e4e2',
    'preview 12 nonsense e4e2 d4d5',
    '',
  ])('is nothing else: %s', (line) => {
    expect(take(line)).toBeUndefined();
  });

  it.each([
    ['Re: Forms Board 12 (alice vs bob) alice hunter2-xyz e4e2', 'move 12 e4e2'],
    ['AW: Forms original Board 12 (alice vs bob) alice hunter2-xyz a1b1', 'move 12 a1b1'],
    ['Re: Forms Board 12 alice hunter2-xyz e4e2', 'move 12 e4e2'],
    ['AW: Forms Brett 12 (alice gegen bob) alice hunter2-xyz e4e2', 'move 12 e4e2'],
    ['AW: Forms Brett 12 alice hunter2-xyz e4e2', 'move 12 e4e2'],
    ['AW: Forms-Brett 12 (alice gegen bob) alice hunter2-xyz e4e2', 'move 12 e4e2'],
    ['Fwd: forms move 12 alice hunter2-xyz e4e2', 'forms move 12 e4e2'],
    ['resign 12 alice hunter2-xyz', 'resign 12'],
    ['Re: Forms Board 12 alice ** hunter2-xyz e4e2', 'move 12 e4e2'],
    ['Re: ** Forms Board 12 ** alice hunter2-xyz ** e4e2', 'move 12 e4e2'],
    ['Re: Forms Board 12 (alice vs bob) alice ** hunter2-xyz e4e2', 'move 12 e4e2'],
  ])('stands in a subject: %s', (subject, plain) => {
    const taken = takeOut({ subject, lines: ['Hello'] });
    expect(taken?.text).toEqual({ subject: plain, lines: ['Hello'] });
    expect(taken?.inSubject).toBe(true);
    const read = subjectCommand(taken?.text.subject ?? '', VOCABULARY);
    expect(read.kind === 'command' && read.line.kind === 'command').toBe(true);
  });

  it.each([
    'Re: Forms Board 12 (alice vs bob)',
    'Forms Board 12 alice moves',
    'Re: Forms Board 12 alice moves **',
    'Re: Forms Board 12 alice **',
    'password',
  ])('is no subject of ours: %s', (subject) => {
    expect(takeOut({ subject, lines: [] })).toBeUndefined();
  });

  it.each(['message alice pw bob', 'signoff alice pw', 'add alice password a@home.test'])(
    'has the word for it where the password belongs: %s',
    (line) => {
      const [userid, password] = line.split(' ').slice(1);
      expect(take(line)?.claims).toEqual([{ userid, password }]);
    },
  );

  it('is told from another one in the same letter', () => {
    const lines = [
      'move 1 alice hunter2-xyz e4e2',
      'move 2 Alice hunter2-xyz e4e2',
      'resign 3 bob x',
    ];
    expect(takeOut({ subject: '', lines })?.claims).toEqual([
      { userid: 'Alice', password: SECRET },
      { userid: 'bob', password: 'x' },
    ]);
  });

  it('leaves the word nowhere else either', () => {
    const taken = takeOut({
      subject: `move 12 alice ${SECRET} e4e2`,
      lines: [`move 12 alice ${SECRET} e4e2`, `my word is ${SECRET}, bob`],
    });
    expect(taken?.text.lines).toEqual(['move 12 e4e2', 'my word is ..., bob']);
  });
});

describe('a new password', () => {
  it.each([
    ['password hunter2-xyz', 'hunter2-xyz'],
    ['PASSWORD Hunter2xyz!', 'Hunter2xyz'],
    ['password a$%&/()=?_b', 'a$%&/()=?_b'],
    ['password short', undefined],
    ['password two words', undefined],
    ['password with:a-colon', undefined],
    [`password with"quotes"x`, undefined],
    ['password with#number', undefined],
    [`password ${'x'.repeat(65)}`, undefined],
    ['pasword hunter2-xyz', 'hunter2-xyz'],
  ])('is taken out of %j', (line, word) => {
    const taken = take(line);
    expect(taken?.newPassword).toBe(word);
    expect(taken?.text.lines.join()).toMatch(/^pass?word \.\.\.$/i);
    expect(taken?.claims).toEqual([]);
  });
});

describe('a sign-up', () => {
  it.each([
    ['signup carol hunter2-xyz', 'signup carol ***', ['hunter2-xyz']],
    ['Sign up carol hunter2-xyz', 'signup carol ***', ['hunter2-xyz']],
    ['SIGNUP carol hunter2-xyz c@home.test', 'SIGNUP carol *** c@home.test', ['hunter2-xyz']],
    ['signup carol c@home.test hunter2-xyz', 'signup carol *** c@home.test', ['hunter2-xyz']],
    ['signup carol hunter2@xyz', 'signup carol ***', ['hunter2@xyz']],
    ['signup carol ** hunter2-xyz, please', 'signup carol ***', ['hunter2-xyz']],
    ['singup carol hunter2-xyz', 'singup carol ***', ['hunter2-xyz']],
    ['signup carol short', 'signup carol *** ***', ['short']],
    ['signup carol now', 'signup carol *** ***', ['now']],
    ['userid carol hunter2-xyz', 'signup carol ***', ['hunter2-xyz']],
    ['userid carol hunter2-xyz c@home.test', 'signup carol *** c@home.test', ['hunter2-xyz']],
    ['signup carol two words', 'signup carol *** ***', ['two', 'words']],
  ])('gives its password away, and sets none: %s', (line, plain, words) => {
    const taken = take(line);
    expect(taken?.text.lines).toEqual([plain]);
    expect(taken?.words).toEqual(words);
    expect([taken?.newPassword, taken?.claims]).toEqual([undefined, []]);
  });
});

describe('the classic change of a password', () => {
  it.each([
    ['change password alice old-word-1 hunter2-xyz', 'hunter2-xyz'],
    ['change password hunter2-xyz', 'hunter2-xyz'],
    ['change password alice hunter2-xyz', undefined],
    ['change password alice old-word-1 hunter2-xyz more', undefined],
  ])('is one without the old one: %s', (line, word) => {
    const taken = take(line);
    expect([taken?.text.lines, taken?.newPassword]).toEqual([['password ...'], word]);
    expect(taken?.words).toEqual(line.replace(/^change password (?:alice )?/, '').split(' '));
  });
});

describe('any line', () => {
  const secret = fc.stringMatching(/^Zq[a-z0-9!$%&()*+/<=>?_{}~-]{8,20}q$/);
  const shape = fc.constantFrom(
    'password S',
    'PASSWORD S',
    'signup carol S',
    'signup carol S carol@home.test',
    'change password alice old-word S',
    'change password alice S new-word-7',
    ...['', 'forms ', 'Minefield '].flatMap((game) =>
      [
        'move 12 alice S e4e2',
        'move 12 alice S e4e2#5',
        'board 12 alice S c3',
        'mvoe #12 alice S e4 e2',
        'submit 12 alice S e4e2',
        'queue 12 alice S e4e2',
        'preview 12 alice S e4e2',
        'resign 12 alice S',
        'show 12 alice S',
        'confirm 12 alice S',
        'undo 12 alice S',
        'accept 12 alice S',
      ].map((rest) => game + rest),
    ),
    'forms challenge alice S bob',
    'minefield challenge alice S bob -size=4x4',
    'signoff alice S',
    'message alice S bob',
    'set alice S zone Europe/Berlin',
    'vacation alice S off',
    'change address alice S alice@work.test',
    'change password S',
    'userid alice S',
    'forms showas alice S 12',
    'forms accept alice S none',
    'forms subscribe all alice S',
    'broadcast alice S',
    'move 12 alice S resign',
    'move 12 alice S swap',
  );

  it('of these shapes keeps no password, wherever it stands', () => {
    fc.assert(
      fc.property(shape, secret, fc.boolean(), (line, word, inSubject) => {
        const written = line.replace(/ S(?= |$)/, () => ` ${word}`);
        const text = inSubject
          ? { subject: written, lines: [`I said ${word}.`] }
          : { subject: word, lines: ['', written] };
        const taken = takeOut(text);
        expect(taken?.words).toContain(word);
        expect(JSON.stringify(taken?.text)).not.toContain(word);
      }),
      { numRuns: 1_000 },
    );
  });

  const decorated = fc.constantFrom(
    '*L*',
    '**L**',
    '_L_',
    '`L`',
    '"L"',
    '\u201eL\u201c',
    '\u00bbL\u00ab',
    '1. L',
    '(1) L',
    '- L',
    '\u2022 L',
    '\u2192 L',
    '(L)',
    '[L]',
    'L!',
    'L...',
    'L please',
    'L, thank you!',
    'L :-)',
    'L \u{1f44d}',
    '1. "L", bitte!',
    'Please L',
    'Thanks: L.',
    '\u00a0L',
  );

  it('of these shapes keeps none with anything around it, and asks for the same', () => {
    fc.assert(
      fc.property(shape, secret, decorated, fc.boolean(), (line, word, around, greeted) => {
        const plain = line.replace(/ S(?= |$)/, () => ` ${word}`);
        const written = around.replace('L', () => plain);
        const taken = takeOut({ subject: word, lines: [...(greeted ? ['Hi Bob!'] : []), written] });
        expect(taken?.words, written).toContain(word);
        expect(JSON.stringify(taken?.text)).not.toContain(word);
        const read = readLine(taken?.text.lines.at(-1) ?? '', NOWHERE, VOCABULARY);
        const bare = readLine(take(plain)?.text.lines[0] ?? '', NOWHERE, VOCABULARY);
        // Behind a "please", it may be the other player who is meant.
        if (!/^[PT]/.test(around)) expect(gist(read), written).toEqual(gist(bare));
        expect(taken?.claims, written).toEqual(take(plain)?.claims);
      }),
    );
  });

  it('is none in letters of another width either', () => {
    const wide = [...'password hunter2hunter2'].map((sign) =>
      sign === ' ' ? sign : String.fromCharCode(sign.charCodeAt(0) + 0xfee0),
    );
    const taken = take(wide.join(''));
    expect(taken?.newPassword).toBe('hunter2hunter2');
    expect(taken?.words).toContain(wide.slice(9).join(''));
  });

  it('is taken out whole, also where another one is its beginning', () => {
    const lines = ['password hunter2 hunter2-xyz', 'I said hunter2-xyz and hunter2.'];
    expect(takeOut({ subject: '', lines })?.text.lines).toEqual([
      'password ...',
      'I said ... and ....',
    ]);
  });

  it('is taken apart once, and nothing is found in what is left', () => {
    fc.assert(
      fc.property(shape, secret, (line, word) => {
        const lines = [line.replace(/ S(?= |$)/, () => ` ${word}`)];
        const taken = takeOut({ subject: '', lines });
        const again = taken && takeOut(taken.text);
        expect(again?.claims ?? []).toEqual([]);
        expect(again?.newPassword).toBeUndefined();
      }),
    );
  });

  it('is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (subject, line) => {
        takeOut({ subject, lines: [line, `forms ${line}`, `signup ${line}`] });
      }),
    );
  });
});
