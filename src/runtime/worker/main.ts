#!/usr/bin/env node
import { serveSteps } from './serve-steps.ts';

await serveSteps();
