import { offering } from '../../src/command/shape/offering.ts';
import { say } from '../../src/sentence.ts';
import { board, type Sample } from './sample-boards.ts';

const asItIs = { ...board, events: [], comment: undefined };

/** Answers to letters that were not clear. */
export const UNCLEAR_SAMPLES: readonly Sample[] = [
  [
    'offer',
    {
      kind: 'answer',
      facts: { sections: [{ ...offering(['e4f4'], { proven: true }), board: asItIs }] },
    },
  ],
  [
    'offer-unproven',
    {
      kind: 'answer',
      facts: { sections: [offering(['resign 12', 'resign 14'], { proven: false })] },
    },
  ],
  [
    'unclear',
    {
      kind: 'answer',
      facts: {
        sections: [
          {
            understood: undefined,
            says: [
              say('no-command'),
              say('how-to-move', { line: 'e4xf4' }),
              say('can-write', { commands: 'undo 12 | say 12 | help forms | resign 12 | help' }),
            ],
            answers: ['undo 12', 'say 12', 'help forms', 'resign 12', 'help'],
            board: asItIs,
          },
        ],
      },
    },
  ],
];
