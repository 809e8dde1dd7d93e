import type { LinkProps } from '@tanstack/react-router';

interface NavItem {
  to: LinkProps['to'];
  label: string;
  /** The item is hidden from members whose role lacks this scope. */
  scope?: string;
}

export const NAVIGATION: { title: string; items: NavItem[] }[] = [
  {
    title: 'Shipping',
    items: [
      { to: '/ship', label: 'New quote', scope: 'quotes.write' },
      { to: '/shipments', label: 'Shipments', scope: 'freight.read' },
      { to: '/tracking', label: 'Tracking', scope: 'tracking.read' },
    ],
  },
  {
    title: 'Address book & products',
    items: [
      { to: '/addresses', label: 'Addresses', scope: 'addresses.read' },
      { to: '/products', label: 'Products', scope: 'products.read' },
      { to: '/customers', label: 'Customers', scope: 'customers.read' },
    ],
  },
  {
    title: 'Billing',
    items: [
      { to: '/invoices', label: 'Invoices', scope: 'invoices.read' },
      { to: '/bills', label: 'Carrier bills', scope: 'bills.read' },
      { to: '/reports', label: 'Reports', scope: 'reports.read' },
    ],
  },
  {
    title: 'Carriers',
    items: [
      { to: '/carriers', label: 'Carriers', scope: 'carriers.read' },
      { to: '/tariffs', label: 'Tariffs', scope: 'tariffs.read' },
      { to: '/edi', label: 'EDI', scope: 'edi.read' },
    ],
  },
  {
    title: 'Settings',
    items: [
      { to: '/developers', label: 'Developers' },
      { to: '/settings', label: 'Settings' },
    ],
  },
];
