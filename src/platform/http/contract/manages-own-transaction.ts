import { SetMetadata } from '@nestjs/common';

export const MANAGES_OWN_TRANSACTION = 'calls-out';

/**
 * For a POST whose handler waits for somebody outside, or works in several transactions: idempotency opens no transaction around it.
 * Its service ends with `transactions.finish`, which keeps the answer together with the last writes.
 */
export const ManagesOwnTransaction = (): MethodDecorator => SetMetadata(MANAGES_OWN_TRANSACTION, true);
