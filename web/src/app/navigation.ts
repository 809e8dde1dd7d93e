/** Where one can go, in the order of a day; the scope without which there is nothing to see. */
export const NAV: { title: string; items: { to: string; label: string; scope?: string }[] }[] = [
  {
    title: 'Work',
    items: [
      { to: '/ship', label: 'Ship', scope: 'quotes.write' },
      { to: '/shipments', label: 'Shipments', scope: 'freight.read' },
      { to: '/tracking', label: 'Tracking', scope: 'tracking.read' },
    ],
  },
  {
    title: 'Books',
    items: [
      { to: '/addresses', label: 'Addresses', scope: 'addresses.read' },
      { to: '/products', label: 'Products', scope: 'products.read' },
      { to: '/customers', label: 'Customers', scope: 'customers.read' },
    ],
  },
  {
    title: 'Money',
    items: [
      { to: '/invoices', label: 'Invoices', scope: 'invoices.read' },
      { to: '/bills', label: 'Bills', scope: 'bills.read' },
      { to: '/reports', label: 'Reports', scope: 'reports.read' },
    ],
  },
  {
    title: 'Carriers',
    items: [
      { to: '/carriers', label: 'Carriers', scope: 'carriers.read' },
      { to: '/tariffs', label: 'Tariffs', scope: 'tariffs.read' },
    ],
  },
  {
    title: 'Set up',
    items: [
      { to: '/developers', label: 'Developers' },
      { to: '/settings', label: 'Settings' },
    ],
  },
];
