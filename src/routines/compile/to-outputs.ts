/** From `outputs` of a routine to the words of the domain. */
import { forgeOf } from '../../connectors/registry.ts';
import { parseByteSize } from '../../words/byte-size.ts';
import type { Connection } from '../../words/connection.ts';
import { parseDuration } from '../../words/duration.ts';
import type { OutputRules } from '../../words/routine.ts';
import type { FullRoutine } from './fill-defaults.ts';

/**
 * What an earlier Roundsman did not know is only there where it is set: a definition that sets none of it is the one that
 * it was, by its hash too.
 */
export function toOutputs(
  outputs: FullRoutine['outputs'],
  connections: readonly Connection[],
): OutputRules {
  const { mode, branch, push, comment } = outputs;
  const update = outputs['update-item'];
  const close = outputs['close-item'];
  return {
    mode,
    branch: {
      protected: branch.protected,
      maxFiles: branch['max-files'],
      maxBytes: parseByteSize(branch['max-bytes']) ?? 0,
    },
    fileItem: fileItemOf(outputs['file-item']),
    ...(push === null ? {} : { push }),
    ...(comment === null ? {} : { comment }),
    ...(update === null ? {} : { updateItem: update }),
    ...(close === null ? {} : { closeItem: close }),
    ...pullRequestOf(outputs['pull-request'], connections),
  };
}

function fileItemOf(given: FullRoutine['outputs']['file-item']): OutputRules['fileItem'] {
  if (given === null) return null;
  const { mode, tracker, max, labels, expires } = given;
  return {
    mode,
    tracker,
    max,
    maxOpen: given['max-open'],
    ...(labels.length === 0 ? {} : { labels }),
    ...(expires === null ? {} : { expiresMs: parseDuration(expires) ?? 0 }),
  };
}

function pullRequestOf(
  given: FullRoutine['outputs']['pull-request'],
  connections: readonly Connection[],
): Pick<OutputRules, 'pullRequest'> {
  if (given === null) return {};
  const { mode, remote, base, draft, labels, reviewers, max, follow } = given;
  const forge = connections.find((one) => forgeOf(one) !== null);
  const via = given.via ?? forge?.name ?? '';
  const maxOpen = given['max-open'];
  return {
    pullRequest: { mode, via, remote, base, draft, labels, reviewers, max, maxOpen, follow },
  };
}
