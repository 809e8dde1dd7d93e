import type { Lading } from '@lading/sdk';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import type { Resource } from './api-query';
import { useSession } from './session';

interface ApiMutationOptions<T> {
  /** The resources to read again after the write. */
  invalidates?: readonly Resource[];
  successMessage?: string | ((result: T) => string);
  onSuccess?: (result: T) => void;
}

/** Writes through the API, then refreshes the named resources of the current mode and shows a notification. */
export function useApiMutation<A, T>(
  write: (lading: Lading, input: A) => Promise<T>,
  { invalidates, successMessage, onSuccess }: ApiMutationOptions<T> = {},
): UseMutationResult<T, Error, A> {
  const { lading } = useSession();
  const invalidate = useInvalidate();
  return useMutation<T, Error, A>({
    mutationFn: (input) => write(lading, input),
    onSuccess(result) {
      void invalidate(invalidates ?? []);
      if (successMessage)
        notifications.show({
          message: typeof successMessage === 'string' ? successMessage : successMessage(result),
        });
      onSuccess?.(result);
    },
  });
}

/** Returns a function that marks the cached queries of the given resources as stale and reads those on screen. */
export function useInvalidate(): (resources: readonly Resource[]) => Promise<void> {
  const { mode } = useSession();
  const queryClient = useQueryClient();
  return async (resources) => {
    await Promise.all(
      resources.map((resource) => queryClient.invalidateQueries({ queryKey: [mode, resource] })),
    );
  };
}
