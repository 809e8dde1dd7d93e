import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';

/** Renders a component as the dashboard does, and returns the simulated user. */
export function renderComponent(element: ReactElement) {
  const wrap = (content: ReactElement) => (
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </MantineProvider>
  );
  const view = render(wrap(element));
  return { user: userEvent.setup(), rerender: (content: ReactElement) => view.rerender(wrap(content)) };
}
