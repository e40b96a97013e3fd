/** Adds one of each kind from a folder outside of src/, by one line each. */
import { registerCollector } from '../../src/collectors/registry.ts';
import { registerConnector } from '../../src/connectors/registry.ts';
import { registerEngine } from '../../src/engines/registry.ts';
import { bell } from './bell/index.ts';
import { letters } from './letters/index.ts';
import { nests } from './nests/index.ts';
import { orchard } from './orchard/index.ts';
import { parrot } from './parrot/index.ts';
import { quarry } from './quarry/index.ts';

registerEngine(parrot);
registerCollector(nests);
registerConnector(letters);
registerConnector(orchard);
registerConnector(quarry);
registerConnector(bell);
