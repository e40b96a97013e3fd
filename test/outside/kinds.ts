/** Adds one of each kind from a folder outside of src/, by one line each. */
import { registerCollector } from '../../src/collectors/registry.ts';
import { registerEngine } from '../../src/engines/registry.ts';
import { nests } from './nests/index.ts';
import { parrot } from './parrot/index.ts';

registerEngine(parrot);
registerCollector(nests);
