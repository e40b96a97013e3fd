import '../kinds.ts';
import '../../../src/collectors/builtin/main.ts';
