import '../kinds.ts';
import '../../../src/runtime/worker/main.ts';
