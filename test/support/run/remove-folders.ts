import { afterAll } from 'vitest';
import { removeFolders } from './folder.ts';

// The hook of a set-up file runs after those of the test file.
afterAll(removeFolders);
