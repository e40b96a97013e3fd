/** What can be had of a program that knows no protocol: it is started, and it ends. */
import type { Capabilities } from './contract.ts';

export const PLAIN_CAPABILITIES: Capabilities = {
  stream: false,
  resume: 'none',
  steer: false,
  mcp: 'none',
  budget: false,
  turns: false,
  usage: false,
  cost: false,
  presetId: false,
  stopSignal: 'SIGTERM',
  credentials: [],
  endpoint: false,
  systemPrompt: false,
};
