import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Shell } from './shell/Shell';
import { SignIn } from './shell/SignIn';
import { ErrorPage, NotFoundPage } from './shell/ErrorPage';
import type { SearchParams } from './ui/filters';

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
  '/ship': lazyRouteComponent(() => import('./pages/ship/RequestQuotes')),
  '/ship/$group': lazyRouteComponent(() => import('./pages/ship/CompareQuotes')),
  '/shipments': lazyRouteComponent(() => import('./pages/shipments/Shipments')),
  '/shipments/$id': lazyRouteComponent(() => import('./pages/shipments/ShipmentDetail')),
  '/tracking': lazyRouteComponent(() => import('./pages/Tracking')),
  '/addresses': lazyRouteComponent(() => import('./pages/books/Addresses')),
  '/products': lazyRouteComponent(() => import('./pages/books/Products')),
  '/customers': lazyRouteComponent(() => import('./pages/books/Customers')),
  '/invoices': lazyRouteComponent(() => import('./pages/money/Invoices')),
  '/invoices/$id': lazyRouteComponent(() => import('./pages/money/InvoiceDetail')),
  '/bills': lazyRouteComponent(() => import('./pages/money/Bills')),
  '/bills/$id': lazyRouteComponent(() => import('./pages/money/BillDetail')),
  '/tariffs': lazyRouteComponent(() => import('./pages/carriers/Tariffs')),
  '/tariffs/$id': lazyRouteComponent(() => import('./pages/carriers/TariffDetail')),
};

/** Pages of parts, each with an address of its own. */
const TABBED_PAGES = {
  '/reports': {
    component: lazyRouteComponent(() => import('./pages/reports/Reports')),
    parts: {
      spend: lazyRouteComponent(() => import('./pages/reports/SpendReport')),
      transit: lazyRouteComponent(() => import('./pages/reports/TransitReport')),
      billing: lazyRouteComponent(() => import('./pages/reports/BillingReport')),
    },
  },
  '/carriers': {
    component: lazyRouteComponent(() => import('./pages/carriers/Carriers')),
    parts: {
      connections: lazyRouteComponent(() => import('./pages/carriers/CarrierConnections')),
      rules: lazyRouteComponent(() => import('./pages/carriers/RateShoppingRules')),
      directory: lazyRouteComponent(() => import('./pages/carriers/Carriers'), 'Directory'),
      calls: lazyRouteComponent(() => import('./pages/carriers/CarrierCalls')),
    },
  },
  '/developers': {
    component: lazyRouteComponent(() => import('./pages/developers/Developers')),
    parts: {
      keys: lazyRouteComponent(() => import('./pages/developers/ApiKeys')),
      webhooks: lazyRouteComponent(() => import('./pages/developers/Webhooks')),
      'webhooks/$id': lazyRouteComponent(() => import('./pages/developers/WebhookDetail')),
      events: lazyRouteComponent(() => import('./pages/developers/Events')),
      'events/$id': lazyRouteComponent(() => import('./pages/developers/Events'), 'OneEvent'),
      requests: lazyRouteComponent(() => import('./pages/developers/RequestLog')),
      sandbox: lazyRouteComponent(() => import('./pages/developers/Sandbox')),
    },
  },
  '/settings': {
    component: lazyRouteComponent(() => import('./pages/settings/Settings')),
    parts: {
      profile: lazyRouteComponent(() => import('./pages/settings/OrganizationProfile')),
      members: lazyRouteComponent(() => import('./pages/settings/Members')),
      limits: lazyRouteComponent(() => import('./pages/settings/Quotas')),
      'audit-log': lazyRouteComponent(() => import('./pages/settings/AuditLog')),
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
