import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Shell } from './AppLayout';
import { SignIn } from '../features/sign-in/routes/SignInPage';
import { ErrorPage, NotFoundPage } from './ErrorPage';
import type { SearchParams } from '../ui/filters';

const root = createRootRoute({
  validateSearch: (search): SearchParams => search as SearchParams,
  notFoundComponent: NotFoundPage,
});

const signIn = createRoute({ getParentRoute: () => root, path: '/sign-in', component: SignIn });
const shell = createRoute({ getParentRoute: () => root, id: 'shell', component: Shell });
const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/shipments' });
  },
});

/** Each page is fetched when somebody goes there. */
const PAGES = {
  '/ship': lazyRouteComponent(() => import('../features/quotes/routes/RequestQuotesPage')),
  '/ship/$group': lazyRouteComponent(() => import('../features/quotes/routes/CompareQuotesPage')),
  '/shipments': lazyRouteComponent(() => import('../features/shipments/routes/ShipmentsPage')),
  '/shipments/$id': lazyRouteComponent(() => import('../features/shipments/routes/ShipmentPage')),
  '/tracking': lazyRouteComponent(() => import('../features/tracking/routes/TrackingPage')),
  '/addresses': lazyRouteComponent(() => import('../features/directory/routes/AddressesPage')),
  '/products': lazyRouteComponent(() => import('../features/directory/routes/ProductsPage')),
  '/customers': lazyRouteComponent(() => import('../features/directory/routes/CustomersPage')),
  '/invoices': lazyRouteComponent(() => import('../features/billing/routes/InvoicesPage')),
  '/invoices/$id': lazyRouteComponent(() => import('../features/billing/routes/InvoicePage')),
  '/bills': lazyRouteComponent(() => import('../features/billing/routes/BillsPage')),
  '/bills/$id': lazyRouteComponent(() => import('../features/billing/routes/BillPage')),
  '/tariffs': lazyRouteComponent(() => import('../features/carriers/routes/TariffsPage')),
  '/tariffs/$id': lazyRouteComponent(() => import('../features/carriers/routes/TariffPage')),
};

/** Pages of parts, each with an address of its own. */
const TABBED_PAGES = {
  '/reports': {
    component: lazyRouteComponent(() => import('../features/reports/routes/ReportsPage')),
    parts: {
      spend: lazyRouteComponent(() => import('../features/reports/routes/SpendReportPage')),
      transit: lazyRouteComponent(() => import('../features/reports/routes/TransitReportPage')),
      billing: lazyRouteComponent(() => import('../features/reports/routes/BillingReportPage')),
    },
  },
  '/carriers': {
    component: lazyRouteComponent(() => import('../features/carriers/routes/CarriersPage')),
    parts: {
      connections: lazyRouteComponent(() => import('../features/carriers/routes/ConnectionsPage')),
      rules: lazyRouteComponent(() => import('../features/carriers/routes/RulesPage')),
      directory: lazyRouteComponent(() => import('../features/carriers/routes/CarriersPage'), 'Directory'),
      calls: lazyRouteComponent(() => import('../features/carriers/routes/CallsPage')),
    },
  },
  '/developers': {
    component: lazyRouteComponent(() => import('../features/developers/routes/DevelopersPage')),
    parts: {
      keys: lazyRouteComponent(() => import('../features/developers/routes/ApiKeysPage')),
      webhooks: lazyRouteComponent(() => import('../features/developers/routes/WebhooksPage')),
      'webhooks/$id': lazyRouteComponent(() => import('../features/developers/routes/WebhookPage')),
      events: lazyRouteComponent(() => import('../features/developers/routes/EventsPage')),
      'events/$id': lazyRouteComponent(() => import('../features/developers/routes/EventsPage'), 'OneEvent'),
      requests: lazyRouteComponent(() => import('../features/developers/routes/RequestLogPage')),
      sandbox: lazyRouteComponent(() => import('../features/developers/routes/SandboxPage')),
    },
  },
  '/settings': {
    component: lazyRouteComponent(() => import('../features/settings/routes/SettingsPage')),
    parts: {
      profile: lazyRouteComponent(() => import('../features/settings/routes/ProfilePage')),
      members: lazyRouteComponent(() => import('../features/settings/routes/MembersPage')),
      limits: lazyRouteComponent(() => import('../features/settings/routes/LimitsPage')),
      'audit-log': lazyRouteComponent(() => import('../features/settings/routes/AuditLogPage')),
    },
  },
};

const pages = Object.entries(PAGES).map(([path, component]) =>
  createRoute({ getParentRoute: () => shell, path, component }),
);
const tabbedPages = Object.entries(TABBED_PAGES).map(([path, { component, parts }]) => {
  const page = createRoute({ getParentRoute: () => shell, path, component });
  const all = Object.entries(parts).map(([part, shown]) =>
    createRoute({ getParentRoute: () => page, path: part, component: shown }),
  );
  return page.addChildren(all);
});

export const router = createRouter({
  routeTree: root.addChildren([signIn, shell.addChildren([home, ...pages, ...tabbedPages])]),
  basepath: '/app',
  defaultPreload: false,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  // Plain words in the address bar: every filter is text.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search: SearchParams) => {
    const given = Object.entries(search).filter((entry): entry is [string, string] => !!entry[1]);
    return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  },
});
