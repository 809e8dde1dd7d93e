import { SetMetadata } from '@nestjs/common';

export const RETURNS_FILE = 'answers-file';

/**
 * For a POST that changes nothing and answers a file: idempotency keeps no answer of it. A repeat makes the file anew,
 * which is cheaper than to seal megabytes for a day.
 */
export const ReturnsFile = (): MethodDecorator => SetMetadata(RETURNS_FILE, true);
