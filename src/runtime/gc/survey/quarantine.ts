/** Folders of runs that could not be read, set aside whole. */
import { listQuarantined } from '../../../store/files/quarantine.ts';
import type { Remains } from '../../../worktrees/remains.ts';
import { present, remainsAt, type SurveyRequest } from './parts.ts';

export async function surveyQuarantine({ workspace }: SurveyRequest): Promise<readonly Remains[]> {
  const runs = await listQuarantined(workspace.location.stateDir);
  return present(
    await Promise.all(
      runs.map(async ({ id, folder, problem, at }) => {
        const why = `its run could not be read (${problem}) and was set aside, with what its agent left`;
        const one = await remainsAt('set-aside', folder, { kind: 'asked', why });
        return one === null
          ? null
          : { ...one, since: at === '' ? one.since : at, owner: { routine: null, run: id } };
      }),
    ),
  );
}
