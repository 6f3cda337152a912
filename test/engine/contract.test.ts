import { GAMES } from '../../src/engine/registry.ts';
import { court } from '../support/toy/court.ts';
import { offerToys } from '../support/toy/offer-toys.ts';
import { describeContract } from './contract.ts';

// One that is played on nothing of what the others are played on, and in no other size.
offerToys(court);
[...GAMES, court].forEach(describeContract);
