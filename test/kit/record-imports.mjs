// Loaded with `--import`: writes the address of every module that is imported to the file RECORD_IMPORTS.
import { register } from 'node:module';

register('./record-imports-hook.mjs', import.meta.url);
