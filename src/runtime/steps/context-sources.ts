/** Where the brief of a run, or of a preview, gets what it tells of the workspace: the one place that builds it. */
import { baseFiles } from '../../context/base-files.ts';
import { NO_SOURCES, type ContextSources } from '../../context/context-sources.ts';
import { sessionsForRun } from '../../context/sessions/sessions-for-run.ts';
import { tellItem, toldItems } from '../../context/told-items.ts';
import { AppError } from '../../domain/errors.ts';
import type { CommitSha } from '../../domain/ids.ts';
import type { GitContext } from '../../git/run-git.ts';
import { fileEventStore } from '../../store/files/file-event-store.ts';
import type { StepContext } from './step-context.ts';

export function contextSources(
  context: StepContext,
  base: CommitSha,
  git: GitContext,
): ContextSources {
  const { spec, items, redactor } = context;
  const { stateDir } = spec.workspace;
  return {
    ...NO_SOURCES,
    ...sessionsForRun({ ...context, redact: redactor.text }),
    items: async () => toldItems(await items.list()),
    item: async () => {
      const item =
        spec.item === undefined || spec.item === null ? null : await items.read(spec.item.key);
      return item === null ? null : tellItem(item, null);
    },
    handover: async ({ document }) => {
      const bytes = await fileEventStore(stateDir).read(document);
      if (bytes !== null) return new TextDecoder().decode(bytes);
      throw new AppError('not-found', {
        code: 'no-handover',
        message: 'the document of the session is no longer kept',
        hint: '',
      });
    },
    base: baseFiles(base, git),
  };
}
