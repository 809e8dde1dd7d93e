import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { SignInPage } from '../features/sign-in/routes/SignInPage';
import { listSearch, parseSearch, stringifySearch, textSearch } from '../ui/search-params';
import { AppLayout } from './AppLayout';
import { ErrorPage, NotFoundPage } from './ErrorPage';

const rootRoute = createRootRoute({ notFoundComponent: NotFoundPage });
const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: SignInPage,
});
const appRoute = createRoute({ getParentRoute: () => rootRoute, id: 'app', component: AppLayout });
const inApp = { getParentRoute: () => appRoute };
const homeRoute = createRoute({
  ...inApp,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/shipments' });
  },
});

/** The path parameter of a record page. Any other text than a positive integer is an unknown page. */
const recordId = {
  parse({ id }: { id: string }) {
    if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound();
    return { id: Number(id) };
  },
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
};

const quoteRoutes = [
  createRoute({
    ...inApp,
    path: '/ship',
    validateSearch: textSearch('again'),
    component: lazyRouteComponent(() => import('../features/quotes/routes/RequestQuotesPage')),
  }),
  createRoute({
    ...inApp,
    path: '/ship/$group',
    validateSearch: textSearch('sort'),
    component: lazyRouteComponent(() => import('../features/quotes/routes/CompareQuotesPage')),
  }),
] as const;

const shipmentRoutes = [
  createRoute({
    ...inApp,
    path: '/shipments',
    validateSearch: listSearch(
      'q',
      'attention',
      'status',
      'tracking_status',
      'carrier',
      'reference',
      'customer_id',
      'pickup_date[gte]',
      'pickup_date[lte]',
    ),
    component: lazyRouteComponent(() => import('../features/shipments/routes/ShipmentsPage')),
  }),
  createRoute({
    ...inApp,
    path: '/shipments/$id',
    params: recordId,
    component: lazyRouteComponent(() => import('../features/shipments/routes/ShipmentPage')),
  }),
  createRoute({
    ...inApp,
    path: '/tracking',
    validateSearch: listSearch('status', 'carrier'),
    component: lazyRouteComponent(() => import('../features/tracking/routes/TrackingPage')),
  }),
] as const;

const directoryRoutes = [
  createRoute({
    ...inApp,
    path: '/addresses',
    validateSearch: listSearch('q'),
    component: lazyRouteComponent(() => import('../features/directory/routes/AddressesPage')),
  }),
  createRoute({
    ...inApp,
    path: '/products',
    validateSearch: listSearch('q'),
    component: lazyRouteComponent(() => import('../features/directory/routes/ProductsPage')),
  }),
  createRoute({
    ...inApp,
    path: '/customers',
    validateSearch: listSearch('q'),
    component: lazyRouteComponent(() => import('../features/directory/routes/CustomersPage')),
  }),
  createRoute({
    ...inApp,
    path: '/customers/$id/statement',
    params: recordId,
    validateSearch: listSearch('show', 'currency', 'due_date[gte]', 'due_date[lte]'),
    component: lazyRouteComponent(() => import('../features/billing/routes/StatementPage')),
  }),
] as const;

const billingRoutes = [
  createRoute({
    ...inApp,
    path: '/invoices',
    validateSearch: listSearch('status', 'invoice_number', 'customer_id', 'due_date[gte]', 'due_date[lte]'),
    component: lazyRouteComponent(() => import('../features/billing/routes/InvoicesPage')),
  }),
  createRoute({
    ...inApp,
    path: '/invoices/new',
    validateSearch: textSearch('freight_id'),
    component: lazyRouteComponent(() => import('../features/billing/routes/NewInvoicePage')),
  }),
  createRoute({
    ...inApp,
    path: '/invoices/$id',
    params: recordId,
    component: lazyRouteComponent(() => import('../features/billing/routes/InvoicePage')),
  }),
  createRoute({
    ...inApp,
    path: '/bills',
    validateSearch: listSearch('status', 'bill_number', 'pro_number', 'carrier'),
    component: lazyRouteComponent(() => import('../features/billing/routes/BillsPage')),
  }),
  createRoute({
    ...inApp,
    path: '/bills/$id',
    params: recordId,
    component: lazyRouteComponent(() => import('../features/billing/routes/BillPage')),
  }),
] as const;

const reportsRoute = createRoute({
  ...inApp,
  path: '/reports',
  validateSearch: textSearch('from', 'to', 'days', 'group', 'currency'),
  component: lazyRouteComponent(() => import('../features/reports/routes/ReportsPage')),
});
const inReports = { getParentRoute: () => reportsRoute };
const reportRoutes = [
  createRoute({
    ...inReports,
    path: 'spend',
    component: lazyRouteComponent(() => import('../features/reports/routes/SpendReportPage')),
  }),
  createRoute({
    ...inReports,
    path: 'transit',
    component: lazyRouteComponent(() => import('../features/reports/routes/TransitReportPage')),
  }),
  createRoute({
    ...inReports,
    path: 'billing',
    component: lazyRouteComponent(() => import('../features/reports/routes/BillingReportPage')),
  }),
] as const;

const carriersRoute = createRoute({
  ...inApp,
  path: '/carriers',
  component: lazyRouteComponent(() => import('../features/carriers/routes/CarriersPage')),
});
const inCarriers = { getParentRoute: () => carriersRoute };
const carrierRoutes = [
  createRoute({
    ...inCarriers,
    path: 'connections',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('../features/carriers/routes/ConnectionsPage')),
  }),
  createRoute({
    ...inCarriers,
    path: 'rules',
    component: lazyRouteComponent(() => import('../features/carriers/routes/RulesPage')),
  }),
  createRoute({
    ...inCarriers,
    path: 'directory',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('../features/carriers/routes/CarrierDirectoryPage')),
  }),
  createRoute({
    ...inCarriers,
    path: 'calls',
    validateSearch: listSearch('carrier', 'outcome'),
    component: lazyRouteComponent(() => import('../features/carriers/routes/CallsPage')),
  }),
] as const;
const tariffRoutes = [
  createRoute({
    ...inApp,
    path: '/tariffs',
    validateSearch: listSearch('scac'),
    component: lazyRouteComponent(() => import('../features/carriers/routes/TariffsPage')),
  }),
  createRoute({
    ...inApp,
    path: '/tariffs/$id',
    params: recordId,
    component: lazyRouteComponent(() => import('../features/carriers/routes/TariffPage')),
  }),
] as const;

const ediRoute = createRoute({
  ...inApp,
  path: '/edi',
  component: lazyRouteComponent(() => import('../features/edi/routes/EdiPage')),
});
const inEdi = { getParentRoute: () => ediRoute };
const ediRoutes = [
  createRoute({
    ...inEdi,
    path: 'files',
    validateSearch: listSearch('direction', 'status', 'partner_id', 'created[gte]'),
    component: lazyRouteComponent(() => import('../features/edi/routes/FilesPage')),
  }),
  createRoute({
    ...inEdi,
    path: 'files/$id',
    params: recordId,
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('../features/edi/routes/FilePage')),
  }),
  createRoute({
    ...inEdi,
    path: 'unmatched',
    validateSearch: listSearch('set'),
    component: lazyRouteComponent(() => import('../features/edi/routes/UnmatchedPage')),
  }),
  createRoute({
    ...inEdi,
    path: 'partners',
    validateSearch: listSearch('scac'),
    component: lazyRouteComponent(() => import('../features/edi/routes/PartnersPage')),
  }),
] as const;

const developersRoute = createRoute({
  ...inApp,
  path: '/developers',
  component: lazyRouteComponent(() => import('../features/developers/routes/DevelopersPage')),
});
const inDevelopers = { getParentRoute: () => developersRoute };
const developerRoutes = [
  createRoute({
    ...inDevelopers,
    path: 'keys',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('../features/developers/routes/ApiKeysPage')),
  }),
  createRoute({
    ...inDevelopers,
    path: 'webhooks',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('../features/developers/routes/WebhooksPage')),
  }),
  createRoute({
    ...inDevelopers,
    path: 'webhooks/$id',
    params: recordId,
    validateSearch: listSearch('status', 'event_id'),
    component: lazyRouteComponent(() => import('../features/developers/routes/WebhookPage')),
  }),
  createRoute({
    ...inDevelopers,
    path: 'events',
    validateSearch: listSearch('type', 'freight_id', 'created[gte]'),
    component: lazyRouteComponent(() => import('../features/developers/routes/EventsPage')),
  }),
  createRoute({
    ...inDevelopers,
    path: 'events/$id',
    component: lazyRouteComponent(() => import('../features/developers/routes/EventPage')),
  }),
  createRoute({
    ...inDevelopers,
    path: 'requests',
    validateSearch: listSearch('outcome', 'request_id'),
    component: lazyRouteComponent(() => import('../features/developers/routes/RequestLogPage')),
  }),
  createRoute({
    ...inDevelopers,
    path: 'sandbox',
    component: lazyRouteComponent(() => import('../features/developers/routes/SandboxPage')),
  }),
] as const;

const settingsRoute = createRoute({
  ...inApp,
  path: '/settings',
  component: lazyRouteComponent(() => import('../features/settings/routes/SettingsPage')),
});
const inSettings = { getParentRoute: () => settingsRoute };
const settingsRoutes = [
  createRoute({
    ...inSettings,
    path: 'profile',
    component: lazyRouteComponent(() => import('../features/settings/routes/ProfilePage')),
  }),
  createRoute({
    ...inSettings,
    path: 'members',
    validateSearch: listSearch(),
    component: lazyRouteComponent(() => import('../features/settings/routes/MembersPage')),
  }),
  createRoute({
    ...inSettings,
    path: 'limits',
    component: lazyRouteComponent(() => import('../features/settings/routes/LimitsPage')),
  }),
  createRoute({
    ...inSettings,
    path: 'audit-log',
    validateSearch: listSearch('action', 'actor', 'created[gte]'),
    component: lazyRouteComponent(() => import('../features/settings/routes/AuditLogPage')),
  }),
] as const;

const routeTree = rootRoute.addChildren([
  signInRoute,
  appRoute.addChildren([
    homeRoute,
    ...quoteRoutes,
    ...shipmentRoutes,
    ...directoryRoutes,
    ...billingRoutes,
    reportsRoute.addChildren(reportRoutes),
    carriersRoute.addChildren(carrierRoutes),
    ...tariffRoutes,
    ediRoute.addChildren(ediRoutes),
    developersRoute.addChildren(developerRoutes),
    settingsRoute.addChildren(settingsRoutes),
  ]),
]);

export const router = createRouter({
  routeTree,
  basepath: '/app',
  defaultPreload: false,
  defaultErrorComponent: ErrorPage,
  scrollRestoration: true,
  parseSearch,
  stringifySearch,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
