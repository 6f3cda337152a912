import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Block, blocksOf } from '../../src/render/blocks/blocks.ts';

/** A block in one line: its fields without braces and quotation marks. */
const told = (block: Block): string => JSON.stringify(block).replace(/[{}"[\]]/g, '');
const lines = (...each: readonly string[]) => each.join('\n');

describe('the text of a letter in blocks', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'prose that was broken to fit is whole again',
      lines(
        'In your turn you choose one of your stones and put it in the place of any',
        'enemy stone, anywhere on the board.',
        '',
        'To play: accept 13',
        'If you would rather not: decline 13',
      ),
      [
        'kind:prose,lines:In your turn you choose one of your stones and put it in the place of any enemy stone, anywhere on the board.',
        'kind:prose,lines:To play: accept 13,If you would rather not: decline 13',
      ],
    ],
    [
      'a line that ends with what to type does not go on',
      lines(
        'To play, choose a name and reply with: signup NAME',
        'The rules by return: help forms',
      ),
      [
        'kind:prose,lines:To play, choose a name and reply with: signup NAME,The rules by return: help forms',
      ],
    ],
    [
      'how another letter begins stays as it is, with the gaps in its columns',
      lines(
        'The answer to the example begins like this:',
        '',
        '  | You asked: games next',
        '  |',
        '  |   Board  Game',
        '  |      12  forms',
        '  | ...',
      ),
      [
        'kind:prose,lines:The answer to the example begins like this:',
        'kind:sample,lines:text:You asked: games next,inColumns:false,text:,inColumns:false,text:  Board  Game,inColumns:true,text:     12  forms,inColumns:true,text:...,inColumns:false',
      ],
    ],
    [
      'what another letter says is whole again, and its rows are not',
      lines(
        '  | You asked: address add alice@work.example',
        '  |',
        '  | If alice@work.example can be added, an e-mail is on its way there',
        '  | now. It is yours once somebody there replies: yes',
        '  |   Board  Against                                          To move',
        '  |      12  bob                                              you',
      ),
      [
        'kind:sample,lines:text:You asked: address add alice@work.example,inColumns:false,text:,inColumns:false,text:If alice@work.example can be added, an e-mail is on its way there now. It is yours once somebody there replies: yes,inColumns:false,text:  Board  Against                                          To move,inColumns:true,text:     12  bob                                              you,inColumns:true',
      ],
    ],
    [
      'two columns are terms, and a deeper line goes on with the text',
      lines(
        '  capture   go to a neighbouring cell',
        '            with an enemy stone',
        '  slide     go far',
      ),
      [
        'kind:terms,terms:term:capture,text:go to a neighbouring cell with an enemy stone,term:slide,text:go far,beside:true,whole:true',
      ],
    ],
    [
      'long terms have their text below them',
      lines(
        '  challenge bob minefield -size=6x6',
        '                     another game',
        '  games              lists',
      ),
      [
        'kind:terms,terms:term:challenge bob minefield -size=6x6,text:another game,term:games,text:lists,beside:false,whole:false',
      ],
    ],
    [
      'dashes are items',
      lines('  - Think of every enemy', '    group.', '  - Beware.'),
      ['kind:items,items:Think of every enemy group.,Beware.'],
    ],
    [
      'a diagram keeps its columns',
      lines('     a b', '  1  # O  1', '     a b'),
      ['kind:diagram,lines:   a b,1  # O  1,   a b'],
    ],
    [
      'numbers that count are steps, and what is indented between them is prose',
      lines(
        'In ten letters:',
        '',
        ' 1  signup carol',
        '',
        '    A letter asks whether that was you, and you may take all the time',
        '    that you want. Answer it:',
        '',
        ' 2  yes',
        ' 3  help forms',
        '',
        '     a b',
        '  1  # O  1',
        '     a b',
        '',
        'So it is.',
        '',
        ' 5  no step',
      ),
      [
        'kind:prose,lines:In ten letters:',
        'kind:steps,steps:number:1,line:signup carol,blocks:kind:prose,lines:A letter asks whether that was you, and you may take all the time that you want. Answer it:,number:2,line:yes,blocks:,number:3,line:help forms,blocks:kind:diagram,lines:   a b,1  # O  1,   a b',
        'kind:prose,lines:So it is.',
        'kind:terms,terms:term:5,text:no step,beside:true,whole:true',
      ],
    ],
    [
      'what is only indented stays as it is',
      lines('Write:', '', '     say 12', '     I am away.'),
      ['kind:prose,lines:Write:', 'kind:fixed,lines:say 12,I am away.'],
    ],
    [
      "below the stars are somebody's own words, line by line",
      lines('Hello.', '', '*'.repeat(60), 'bob writes:', '  one', '', '*'.repeat(60), 'two'),
      [
        'kind:prose,lines:Hello.',
        'kind:words,whose:bob writes:,lines:  one,,************************************************************,two',
      ],
    ],
  ])('%s', (_, text, blocks) => {
    expect(blocksOf(text).map(told)).toEqual(blocks);
  });

  it('loses no word of any text', () => {
    const word = fc.stringMatching(/^[a-z0-9:.*-]{1,12}$/);
    const line = fc
      .tuple(
        fc.constantFrom('', '  ', '     '),
        fc.array(word, { maxLength: 14 }),
        fc.constantFrom(' ', '  '),
      )
      .map(([indent, words, gap]) => indent + words.join(gap));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (each) => {
        const text = each.join('\n');
        const stars = '*'.repeat(60);
        const words = (all: string) =>
          all
            .split(/\s+/)
            .filter((one) => !['', '-', stars].includes(one))
            .sort();
        const seen = JSON.stringify(blocksOf(text), (key, value) =>
          key === 'kind' ? undefined : value,
        ).replace(
          /"(?:lines|line|items|terms|term|text|whose|beside|steps|number|blocks)":|true|false|\\n|[[\]{}",]/g,
          ' ',
        );
        for (const one of words(text)) expect(seen).toContain(one.replace(/^- /, ''));
      }),
    );
  });
});
