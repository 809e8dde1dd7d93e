import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ErrorNote } from '../ui/ErrorNote';
import { EmptyState, Stack } from '../ui/layout';

export function ErrorPage({ error, reset }: { error: unknown; reset: () => void }) {
  return (
    <Stack>
      <ErrorNote error={error} />
      <div>
        <Button variant="default" onClick={reset}>
          Retry
        </Button>
      </div>
    </Stack>
  );
}

export function NotFoundPage() {
  return (
    <EmptyState title="Page not found" action={<Link to="/shipments">Shipments</Link>}>
      Check the address, or go to Shipments.
    </EmptyState>
  );
}
