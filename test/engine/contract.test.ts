import { ENGINES } from '../../src/engine/registry.ts';
import { describeContract } from './contract.ts';

ENGINES.forEach(describeContract);
