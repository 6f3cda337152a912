import { GAMES } from '../../src/engine/registry.ts';
import { describeContract } from './contract.ts';

GAMES.forEach(describeContract);
