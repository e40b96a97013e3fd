#!/usr/bin/env node
import { serveRun } from './serve-run.ts';

await serveRun();
