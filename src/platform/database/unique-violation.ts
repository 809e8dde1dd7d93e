import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';

const UNIQUE_VIOLATION = '23505';

/** What `writing` answers; `taken` is thrown where another row has a value that must be one row's alone. */
export async function mapUniqueViolation<T>(writing: Promise<T>, taken: () => Error): Promise<T> {
  try {
    return await writing;
  } catch (thrown) {
    const error: unknown = thrown instanceof QueryFailedError ? thrown.driverError : thrown;
    throw error instanceof DatabaseError && error.code === UNIQUE_VIOLATION ? taken() : thrown;
  }
}
