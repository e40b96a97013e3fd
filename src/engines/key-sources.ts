/** Where keys of well-known providers come from, and where those answer. For engines that work with more than one of them. */
import type { KeySource } from './contract.ts';

export const ANTHROPIC: KeySource = {
  variable: 'ANTHROPIC_API_KEY',
  api: 'anthropic',
  endpoint: 'https://api.anthropic.com',
  endpointVariable: 'ANTHROPIC_BASE_URL',
};

export const OPENAI: KeySource = {
  variable: 'OPENAI_API_KEY',
  api: 'openai-responses',
  endpoint: 'https://api.openai.com',
  endpointVariable: 'OPENAI_BASE_URL',
};

export const GEMINI: KeySource = {
  variable: 'GEMINI_API_KEY',
  api: 'gemini',
  endpoint: 'https://generativelanguage.googleapis.com',
  endpointVariable: 'GOOGLE_GEMINI_BASE_URL',
};

export const OPENROUTER: KeySource = {
  variable: 'OPENROUTER_API_KEY',
  api: 'openai-chat',
  endpoint: 'https://openrouter.ai/api',
  endpointVariable: null,
};
