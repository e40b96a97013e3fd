/** What people did with issues since the last look is known before anything is told of findings. It costs a bounded time. */
import { asAppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { StepContext } from './step-context.ts';

const MOST_MS = 60_000;

/** For the report. A tracker that does not answer fails no run. */
export async function learnBefore(context: StepContext): Promise<readonly string[]> {
  const { items, spec, clock } = context;
  const isOurs = ({ routine }: { readonly routine: string | null }): boolean =>
    routine === spec.routine.id;
  const every = await items.list();
  if (!every.some((item) => item.tracker !== undefined && isOurs(item))) return [];
  const late = new AbortController();
  const learning = async (): Promise<readonly string[]> => {
    const [{ learnVerdicts }, { trackersOfRun }] = await Promise.all([
      import('../../connections/trackers/learn-verdicts.ts'),
      import('./trackers-of-run.ts'),
    ]);
    const { told, problems } = await learnVerdicts(trackersOfRun(context), isOurs);
    return [...told, ...problems].map((text) => oneLine(context.redactor.text(text), 1_000));
  };
  const tooLate = async (): Promise<readonly string[]> => {
    await clock.sleep(MOST_MS, late.signal);
    return ['what people did with issues was not learned in time: the next run looks again'];
  };
  try {
    return await Promise.race([learning(), tooLate()]);
  } catch (thrown) {
    return [`what people did with issues was not learned: ${oneLine(asAppError(thrown).message)}`];
  } finally {
    late.abort();
  }
}
