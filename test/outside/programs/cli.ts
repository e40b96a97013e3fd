import '../kinds.ts';
import '../../../src/cli/main.ts';
