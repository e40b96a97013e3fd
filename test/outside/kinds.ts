/** Adds one of each kind from a folder outside of src/, by one line each. */
import { registerEngine } from '../../src/engines/registry.ts';
import { parrot } from './parrot/index.ts';

registerEngine(parrot);
