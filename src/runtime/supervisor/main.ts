#!/usr/bin/env node
/** Kept lean, as the command line's: the rest is loaded once the compile cache is on. */
import { useCompileCache } from '../../platform/compile-cache.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { dropInherited } from '../../platform/inherited-descriptors.ts';

dropInherited();
useCompileCache(readEnvironment());
void import('./serve-run.ts').then(({ serveRun }) => serveRun());
