import type { INestApplicationContext } from '@nestjs/common';

/** Runs a command's work inside the app and prints the object it makes. */
export type RunCommand = (work: (app: INestApplicationContext) => Promise<object>) => Promise<void>;
