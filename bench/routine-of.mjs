// A routine as the product reads it from its file, so that a benchmark never goes on with a shape of yesterday.
/** Every default is filled in. Throws where the text is no routine. */
export async function routineOf(text) {
  const [{ parseRoutine }, { parseWorkspace }] = await Promise.all([
    import('../.build/modules/routines/parse-routine.js'),
    import('../.build/modules/routines/parse-workspace.js'),
  ]);
  const { config } = parseWorkspace(null, { folderName: 'bench', hostTimezone: 'UTC' });
  const reading = parseRoutine(
    { file: 'routines/bench.yaml', bytes: new TextEncoder().encode(text), overrides: [] },
    { workspace: config, engines: ['builtin'], checkSchedule: () => null },
  );
  if (reading.kind !== 'routine') throw new Error(reading.problems[0].message);
  return reading.routine;
}
