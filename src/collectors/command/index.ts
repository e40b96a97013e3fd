/** What a program of the repository prints. */
import { milliseconds } from '../../words/duration.ts';
import type { FactsOfKinds } from '../../words/facts.ts';
import type { CollectorRules } from '../../words/routine.ts';
import type { CollectorKind } from '../kind.ts';
import { settings, type Settings } from './settings.ts';

export const commandKind: CollectorKind<
  Settings,
  CollectorRules['command'],
  FactsOfKinds['command']
> = {
  kind: 'command',
  settings,
  bare: false,
  outside: 'what commands collect',
  toRule: ({ name, run, format, timeout }) => ({
    kind: 'command',
    name,
    run,
    format,
    timeoutMs: milliseconds(timeout),
  }),
  nameOf: ({ name }) => name,
  promptExample: ({ name }) => `Go through facts/${name}.json and say of each line what to do.`,
  programOf: ({ name, run }) => ({ name, run }),
  collect: async (request) => (await import('./collect-command.ts')).collectCommand(request),
};
