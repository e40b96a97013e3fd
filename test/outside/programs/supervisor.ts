import '../kinds.ts';
import '../../../src/runtime/supervisor/main.ts';
