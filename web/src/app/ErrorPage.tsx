import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../ui/ErrorNote';
import { EmptyState, Stack } from '../ui/layout';

/** A page that broke, and a way on. */
export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Stack>
      <ErrorNote error={error} />
      <div>
        <Button variant="default" onClick={reset}>
          Try again
        </Button>
      </div>
    </Stack>
  );
}

export function NotFoundPage() {
  return (
    <EmptyState title="There is no such page" action={<Link to="/shipments">Shipments</Link>}>
      The address is of nothing that the dashboard has.
    </EmptyState>
  );
}
