import type { Lading } from '@lading/sdk';
import { notifications } from '@mantine/notifications';
import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useSession } from './session';

interface ApiQueryOptions {
  enabled?: boolean;
  /** Milliseconds after which it is read anew by itself. */
  refetchIntervalMs?: number;
  /** What was read for the key before stays until the new is there: for pages of a list. */
  keepPrevious?: boolean;
}

/** What the API says; of the mode that is worked in, so that none shows what is the other's. */
export function useApiQuery<T>(
  key: readonly unknown[],
  read: (lading: Lading) => PromiseLike<T>,
  { enabled, refetchIntervalMs: every, keepPrevious: keep }: ApiQueryOptions = {},
): UseQueryResult<T, Error> {
  const { lading, mode } = useSession();
  return useQuery<T, Error>({
    queryKey: [mode, ...key],
    queryFn: async () => read(lading),
    enabled,
    refetchInterval: every,
    ...(keep && { placeholderData: keepPreviousData }),
  });
}

interface ApiMutationOptions<T> {
  /** Said when it is done. */
  successMessage?: string | ((answer: T) => string);
  onSuccess?: (answer: T) => void;
}

/** Does something through the API; all that is shown is then read anew, for one thing moves many. */
export function useApiMutation<A, T>(
  write: (lading: Lading, input: A) => Promise<T>,
  { successMessage: done, onSuccess: after }: ApiMutationOptions<T> = {},
): UseMutationResult<T, Error, A> {
  const { lading } = useSession();
  const queries = useQueryClient();
  return useMutation<T, Error, A>({
    mutationFn: (input) => write(lading, input),
    onSuccess(answer) {
      void queries.invalidateQueries();
      if (done) notifications.show({ message: typeof done === 'string' ? done : done(answer) });
      after?.(answer);
    },
  });
}
