#!/usr/bin/env node
import { readEnvironment } from '../../platform/environment.ts';
import { dropInherited } from '../../platform/inherited-descriptors.ts';
/** Kept lean, as the command line's: the rest is loaded once the compile cache is on. */
import { useCompileCache } from '../../platform/private-folder.ts';

dropInherited();
useCompileCache(readEnvironment());
void import('./serve-steps.ts').then(({ serveSteps }) => serveSteps());
