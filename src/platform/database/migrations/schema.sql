-- The schema of Lading 1.0. A database of version 0.1.0 already has it: the baseline migration is only recorded there.

CREATE SEQUENCE bol_serials;
CREATE SEQUENCE invoice_serials;

CREATE TABLE addresses (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  customer_id bigint,
  name varchar(255),
  company varchar(255),
  contact varchar(255),
  address varchar(255) NOT NULL,
  city varchar(255) NOT NULL,
  state varchar(2) NOT NULL,
  zip varchar(10) NOT NULL,
  phone varchar(40),
  email varchar(255),
  updated_at timestamptz DEFAULT now() NOT NULL,
  location_type varchar(20),
  limited_access varchar(20),
  hours jsonb,
  accessorials text[] DEFAULT '{}' NOT NULL,
  instructions varchar(450),
  external_ref varchar(255),
  search text DEFAULT '' NOT NULL,
  CONSTRAINT "PK_745d8f43d3af10ab8247465e450" PRIMARY KEY (id),
  CONSTRAINT "UQ_77f6eb98d49649b5aae52650f6b" UNIQUE (organization_id, mode, id),
  CONSTRAINT "UQ_d39ee1254428fc82ece96546c9e" UNIQUE (organization_id, mode, external_ref)
);
CREATE INDEX "IDX_15f0f12219c7ef3ff46d0af31a" ON addresses (organization_id, mode, customer_id, id);
CREATE INDEX "IDX_f503f8ea3e22cd34637bd88151" ON addresses (organization_id, mode, zip) WHERE external_ref IS NULL;
CREATE INDEX "IDX_f53eb3d6a8820cd8cd611fb44d" ON addresses (organization_id, mode, created_at, id);

CREATE TABLE api_keys (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  hash bytea NOT NULL,
  prefix varchar(16) NOT NULL,
  scopes text[],
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz DEFAULT now() NOT NULL,
  name varchar(100),
  allowed_cidrs text[],
  CONSTRAINT "PK_5c8a79801b44bd27b79228e1dad" PRIMARY KEY (id),
  CONSTRAINT "UQ_dd1b49b67325f7a04d4a02f0588" UNIQUE (organization_id, mode, id)
);
CREATE UNIQUE INDEX "IDX_598a14447f592c12d1fe22ba91" ON api_keys (hash);
CREATE INDEX "IDX_cd5052dc72cda5a033614d23da" ON api_keys (organization_id, mode, created_at, id);

CREATE TABLE api_requests (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  request_id varchar(36) NOT NULL,
  key_id bigint,
  method varchar(10) NOT NULL,
  path varchar(500) NOT NULL,
  outcome varchar(10) NOT NULL,
  status smallint NOT NULL,
  error_code varchar(60),
  idempotency_key varchar(255),
  duration_ms integer NOT NULL,
  member_id bigint,
  CONSTRAINT "PK_c501a5bd89c34d626ba15d37ded" PRIMARY KEY (id),
  CONSTRAINT "UQ_4c800ac24d02f877a79f88afc91" UNIQUE (organization_id, mode, id)
) PARTITION BY RANGE (id);
CREATE TABLE api_requests_p0 PARTITION OF api_requests FOR VALUES FROM (MINVALUE) TO (1000000000);
CREATE TABLE api_requests_p1 PARTITION OF api_requests FOR VALUES FROM (1000000000) TO (2000000000);
CREATE INDEX "IDX_2179fa8d803fff94b096f52b97" ON api_requests (organization_id, mode, request_id, id);
CREATE INDEX "IDX_2847b8802236d13b4485dcd10f" ON api_requests (organization_id, mode, created_at, id);
CREATE INDEX "IDX_9dad208fa43a7454f7fe1a4624" ON api_requests (organization_id, mode, outcome, id);
CREATE INDEX "IDX_a2e868f84e8fb347b696cd6414" ON api_requests (created_at);

CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  action varchar(40) NOT NULL,
  actor varchar(100) NOT NULL,
  details jsonb NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  mode varchar(4) NOT NULL,
  actor_name varchar(254),
  CONSTRAINT "PK_07fefa57f7f5ab8fc3f52b3ed0b" PRIMARY KEY (id),
  CONSTRAINT "UQ_4150a3f9aca439ba400d2167679" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_23e81526c7a55c584ded0eb075" ON audit_log (organization_id, mode, action, id);
CREATE INDEX "IDX_2ad7930a7c2af80585c8c1b770" ON audit_log (created_at);
CREATE INDEX "IDX_b6abb1ca44f1b68e4498b08a66" ON audit_log (organization_id, mode, created_at, id);
CREATE INDEX "IDX_cf9152118afad75ef7c339dd2d" ON audit_log (organization_id, mode, actor, id);

CREATE TABLE bills (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  bill_number varchar(50) NOT NULL,
  carrier varchar(255) NOT NULL,
  carrier_key text NOT NULL,
  pro_number varchar(50),
  pro_key text,
  freight_id bigint,
  bill_date varchar(10) NOT NULL,
  lines jsonb NOT NULL,
  total_cents bigint NOT NULL,
  status varchar(10) NOT NULL,
  reason varchar(255),
  quoted_cents bigint,
  comparison jsonb NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  reasons text[] DEFAULT '{}' NOT NULL,
  replaces_bill_id bigint,
  duplicate_of_bill_id bigint,
  replaced boolean DEFAULT false NOT NULL,
  disputed_cents bigint,
  credit_cents bigint DEFAULT '0' NOT NULL,
  note varchar(1000),
  CONSTRAINT "PK_a56215dfcb525755ec832cc80b7" PRIMARY KEY (id),
  CONSTRAINT "UQ_01b7ad4de2c29e75f910bb1535b" UNIQUE (organization_id, mode, id)
);
CREATE UNIQUE INDEX "IDX_1faa313a2de80f6d25a10671dc" ON bills (organization_id, mode, carrier_key, pro_key) WHERE ((NOT replaced) AND status <> 'duplicate' AND (status <> 'resolved' OR (credit_cents < total_cents)));
CREATE INDEX "IDX_5c0ca5c3399416fe513502c030" ON bills (organization_id, mode, duplicate_of_bill_id) WHERE duplicate_of_bill_id IS NOT NULL;
CREATE UNIQUE INDEX "IDX_692a6956ff26a61620c374c551" ON bills (organization_id, mode, carrier_key, bill_number) WHERE NOT replaced;
CREATE INDEX "IDX_8e482e9d4876318d912e4b1731" ON bills (organization_id, mode, freight_id, id);
CREATE INDEX "IDX_9aa3a39d83d6b4136b978d721e" ON bills (organization_id, mode, pro_key, id);
CREATE INDEX "IDX_aff29eb478f0dbfa84326d8519" ON bills (organization_id, mode, status, id);
CREATE INDEX "IDX_c538a833b7c4531510c99bacf8" ON bills (organization_id, mode, created_at, id);
CREATE INDEX "IDX_cabe51133ea00e2527612ad5c4" ON bills (organization_id, mode, replaces_bill_id) WHERE replaces_bill_id IS NOT NULL;
CREATE INDEX "IDX_cd40c96c592909cf136c93267d" ON bills (organization_id, mode, carrier_key, id);
CREATE INDEX "IDX_deda545331b7c5a0eb105c086c" ON bills (organization_id, mode, bill_number, id);

CREATE TABLE bills_of_lading (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  content jsonb NOT NULL,
  CONSTRAINT "PK_f82ba8b190cd08d82316598014d" PRIMARY KEY (id),
  CONSTRAINT "UQ_370366f98f3b1bf966ff78e688f" UNIQUE (organization_id, mode, id),
  CONSTRAINT "UQ_811e7cb5cbc97fc26be6921d5a1" UNIQUE (organization_id, mode, freight_id)
);

CREATE TABLE bookings (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  carrier_id bigint,
  tender jsonb NOT NULL,
  pending varchar(10),
  due_at timestamptz,
  attempts integer DEFAULT 0 NOT NULL,
  pickup_change jsonb,
  unheard integer DEFAULT 0 NOT NULL,
  draft_pickup_times jsonb,
  carrier_booking_id varchar(100),
  reconcile_at timestamptz,
  CONSTRAINT "PK_bee6805982cc1e248e94ce94957" PRIMARY KEY (id),
  CONSTRAINT "UQ_5857c7b6b382e879ebadb5a4aeb" UNIQUE (organization_id, mode, freight_id),
  CONSTRAINT "UQ_7d6c9e78b1d5704542d8b01f8c1" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_736dfac4a446a87042ea6ace79" ON bookings (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX "IDX_bookings_reconcile_at" ON bookings (reconcile_at) WHERE reconcile_at IS NOT NULL;

CREATE TABLE carrier_calls (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  scac varchar(4) NOT NULL,
  operation varchar(10) NOT NULL,
  outcome varchar(10) NOT NULL,
  method varchar(10) NOT NULL,
  url text NOT NULL,
  request text NOT NULL,
  response_status integer,
  answer text NOT NULL,
  duration_ms integer NOT NULL,
  error text,
  CONSTRAINT "PK_548e46ae86e8a0001e081d9fcd8" PRIMARY KEY (id),
  CONSTRAINT "UQ_3692e6a809ba1be745314773881" UNIQUE (organization_id, mode, id)
) PARTITION BY RANGE (id);
CREATE TABLE carrier_calls_p0 PARTITION OF carrier_calls FOR VALUES FROM (MINVALUE) TO (1000000000);
CREATE TABLE carrier_calls_p1 PARTITION OF carrier_calls FOR VALUES FROM (1000000000) TO (2000000000);
CREATE INDEX "IDX_20faeec7437b51752e9a532506" ON carrier_calls (organization_id, mode, outcome, id);
CREATE INDEX "IDX_26b10fb1be9265879f48325a0c" ON carrier_calls (organization_id, mode, created_at, id);
CREATE INDEX "IDX_3171f018b4850b6ce737b673a3" ON carrier_calls (organization_id, mode, scac, id);
CREATE INDEX "IDX_c0aaf8aa67c31ed3bb047f643a" ON carrier_calls (created_at);

CREATE TABLE carrier_connections (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  carrier_id bigint NOT NULL,
  adapter varchar(40) NOT NULL,
  sealed_settings bytea NOT NULL,
  guarded boolean DEFAULT false NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT "PK_d43a266f996750f53931eec735c" PRIMARY KEY (id),
  CONSTRAINT "UQ_b4ed018c254dd0b2c39b807713c" UNIQUE (organization_id, mode, id)
);
CREATE UNIQUE INDEX "IDX_7a8de44abae4c95c6279000456" ON carrier_connections (organization_id, mode, carrier_id);
CREATE INDEX "IDX_8c18b05f8b077a1f742475127b" ON carrier_connections (organization_id, mode, created_at, id);
CREATE INDEX "IDX_93a878364dac9126116266effa" ON carrier_connections (carrier_id);

CREATE TABLE carriers (
  id bigint GENERATED BY DEFAULT AS IDENTITY,
  name varchar(255) NOT NULL,
  scac varchar(4) NOT NULL,
  carrier_type varchar(20) DEFAULT 'ltl' NOT NULL,
  contact varchar(255),
  phone varchar(40),
  email varchar(255),
  logo_url text,
  tracking_url text,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT "PK_fe886e72b3d9f67da3ce70f4368" PRIMARY KEY (id)
);
CREATE UNIQUE INDEX "IDX_aef87bd29f9ad984315bfa759f" ON carriers (scac);
-- Ids below 1000 are reserved for carriers that ship with the product.
ALTER TABLE carriers ALTER COLUMN id RESTART WITH 1000;

CREATE TABLE customers (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  name varchar(255) NOT NULL,
  company varchar(255),
  email varchar(255),
  phone varchar(40),
  external_ref varchar(255),
  metadata jsonb DEFAULT '{}' NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  address varchar(255),
  city varchar(255),
  state varchar(2),
  zip varchar(10),
  markup jsonb,
  search text DEFAULT '' NOT NULL,
  CONSTRAINT "PK_133ec679a801fab5e070f73d3ea" PRIMARY KEY (id),
  CONSTRAINT "UQ_3b4a771a37233b855ebfc5c6b29" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_1592f7b6c59cc51e371f9fa63c" ON customers (organization_id, mode, email, id);
CREATE INDEX "IDX_58ab9ada2b4b5525af0a45689b" ON customers (organization_id, mode, external_ref, id);
CREATE INDEX "IDX_78014d09453ee933d5cefbfa94" ON customers (organization_id, mode, created_at, id);

CREATE TABLE document_fetches (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  carrier_id bigint NOT NULL,
  found jsonb DEFAULT '[]' NOT NULL,
  delivered boolean DEFAULT false NOT NULL,
  attempts integer DEFAULT 0 NOT NULL,
  due_at timestamptz,
  CONSTRAINT "PK_9b504b5c4841e23536feb9fe8f3" PRIMARY KEY (id),
  CONSTRAINT "UQ_24b78fb4adae976d44f5ff248d4" UNIQUE (organization_id, mode, id),
  CONSTRAINT "UQ_5da80f2f27d2defbe716b34334e" UNIQUE (organization_id, mode, freight_id)
);
CREATE INDEX "IDX_1e0fa1cc3281d746857e900624" ON document_fetches (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE encryption_canary (
  id smallint DEFAULT 1 NOT NULL,
  sealed_text bytea NOT NULL,
  CONSTRAINT "CHK_encryption_canary" CHECK ((id = 1)),
  CONSTRAINT "PK_encryption_canary" PRIMARY KEY (id)
);

CREATE TABLE events (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  public_id varchar(40) NOT NULL,
  type varchar(40) NOT NULL,
  data jsonb NOT NULL,
  freight_id bigint,
  invoice_id bigint,
  customer_id bigint,
  bill_id bigint,
  quote_ids bigint[],
  CONSTRAINT "PK_40731c7151fe4be3116e45ddf73" PRIMARY KEY (id),
  CONSTRAINT "UQ_abf41c6d941ffbb6203deff7a04" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_00cbf35899843aad4c0818762a" ON events (organization_id, mode, type, id);
CREATE INDEX "IDX_70bf4c92ac9769324cdd41d766" ON events (organization_id, mode, customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX "IDX_7ebab07668bb225b6a04782a7d" ON events (created_at);
CREATE INDEX "IDX_a9c037a1247898276a7cb69553" ON events (organization_id, mode, invoice_id, id) WHERE invoice_id IS NOT NULL;
CREATE INDEX "IDX_ad62889d3e2ede291748d29986" ON events (organization_id, mode, bill_id, id) WHERE bill_id IS NOT NULL;
CREATE INDEX "IDX_aee5ccde8bac9b774622fd1cad" ON events (organization_id, mode, created_at, id);
CREATE UNIQUE INDEX "IDX_c894656efa22b5c200ef4961e5" ON events (public_id);
CREATE INDEX "IDX_events_quote_ids" ON events USING gin (quote_ids);
CREATE INDEX "IDX_fa6c481d34a6bbccdd2dc99ec7" ON events (organization_id, mode, freight_id, id) WHERE freight_id IS NOT NULL;

CREATE TABLE freight (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  quote_id bigint NOT NULL,
  customer_id bigint,
  status varchar(20) DEFAULT 'draft' NOT NULL,
  bol_number varchar(17) NOT NULL,
  pro_number varchar(50),
  carrier_name varchar(255) NOT NULL,
  scac varchar(4) NOT NULL,
  service_level varchar(255) NOT NULL,
  transit_days integer NOT NULL,
  quoted_cents bigint NOT NULL,
  total_charge_cents bigint NOT NULL,
  ship_from jsonb NOT NULL,
  ship_to jsonb NOT NULL,
  bill_to jsonb,
  commodity jsonb,
  reference_list jsonb DEFAULT '[]' NOT NULL,
  special_instructions varchar(1000),
  ship_date varchar(35),
  pickup_date date,
  updated_at timestamptz DEFAULT now() NOT NULL,
  pickup_confirmation varchar(50),
  status_reason varchar(255),
  command_key varchar(270),
  bol_printed_at timestamptz,
  delivered_at timestamptz,
  warnings jsonb DEFAULT '[]' NOT NULL,
  order_list jsonb DEFAULT '[]' NOT NULL,
  emergency_contact jsonb,
  pickup_status varchar(10) DEFAULT 'none' NOT NULL,
  pickup_times jsonb,
  pickup_ends_at timestamptz,
  estimated_delivery_date date,
  adjustments jsonb DEFAULT '[]' NOT NULL,
  tracking_status varchar(20),
  search text DEFAULT '' NOT NULL,
  delivered_on date,
  CONSTRAINT "PK_f234093c6ea4668afa850736cc7" PRIMARY KEY (id),
  CONSTRAINT "UQ_f87daba3fda003e7c10b8c4b86e" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_1ae1144ff8770a330d46d1823f" ON freight (organization_id, mode, created_at, id);
CREATE UNIQUE INDEX "IDX_219cf02cebd9066f6ed0dfd4c1" ON freight (bol_number);
CREATE INDEX "IDX_24b6388bbc888f90732a1dbebf" ON freight (organization_id, mode, tracking_status, id) WHERE tracking_status IS NOT NULL;
CREATE INDEX "IDX_714a699de63ea1c7482a744231" ON freight (organization_id, mode, customer_id, id);
CREATE INDEX "IDX_9e73c5383f8e06bd5e1033d8b9" ON freight (organization_id, mode, estimated_delivery_date, id) WHERE estimated_delivery_date IS NOT NULL;
CREATE INDEX "IDX_af2fdf38b23079782550576ac9" ON freight (organization_id, mode, scac, id);
CREATE INDEX "IDX_b57000eeb419c3d90854679593" ON freight (organization_id, mode, pro_number) WHERE pro_number IS NOT NULL;
CREATE INDEX "IDX_c9709c5ab3ec2aab597eae6882" ON freight (organization_id, mode, pickup_date, id) WHERE pickup_date IS NOT NULL;
CREATE INDEX "IDX_d1b281e36a2d063eebfbb2278d" ON freight (organization_id, mode, status, id);
CREATE INDEX "IDX_f5fe9a98d11c0a14211af2b99f" ON freight (organization_id, mode, quote_id, id);
CREATE INDEX "IDX_freight_attention" ON freight (organization_id, mode, id) WHERE (tracking_status = 'exception' OR status = 'created' OR (status NOT IN ('in_transit', 'delivered', 'voided') AND ((status_reason IS NOT NULL) OR pickup_status IN ('missed', 'cancelled'))));
CREATE INDEX "IDX_freight_pickup_ends_at" ON freight (pickup_ends_at) WHERE pickup_ends_at IS NOT NULL;
CREATE INDEX "IDX_freight_reference_1" ON freight (organization_id, mode, (((reference_list -> 0) ->> 'value')), id) WHERE (((reference_list -> 0) ->> 'value') IS NOT NULL);
CREATE INDEX "IDX_freight_reference_2" ON freight (organization_id, mode, (((reference_list -> 1) ->> 'value')), id) WHERE (((reference_list -> 1) ->> 'value') IS NOT NULL);
CREATE INDEX "IDX_freight_reference_3" ON freight (organization_id, mode, (((reference_list -> 2) ->> 'value')), id) WHERE (((reference_list -> 2) ->> 'value') IS NOT NULL);

CREATE TABLE freight_document_contents (
  document_id bigint NOT NULL,
  bytes bytea NOT NULL,
  CONSTRAINT "PK_b5fc15882baa23331341de56ae3" PRIMARY KEY (document_id)
);

CREATE TABLE freight_documents (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  type varchar(20) NOT NULL,
  content_type varchar(20) NOT NULL,
  size_bytes integer NOT NULL,
  sha256 bytea NOT NULL,
  source varchar(10) DEFAULT 'upload' NOT NULL,
  CONSTRAINT "PK_5b2edf6cb6d5ba6373fb53585bb" PRIMARY KEY (id),
  CONSTRAINT "UQ_82bc52cf73e0a4eaeffa3c3c174" UNIQUE (organization_id, mode, freight_id, sha256),
  CONSTRAINT "UQ_dac44979bcb17e2b16d28173c5f" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_6a8e1a873238984ea539dfd0c2" ON freight_documents (organization_id, size_bytes);
CREATE INDEX "IDX_8966ca5269325d46df94c336bb" ON freight_documents (organization_id, mode, created_at, id);
CREATE INDEX "IDX_9031c49334596e859651109a77" ON freight_documents (organization_id, mode, freight_id, id);

CREATE TABLE idempotent_requests (
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  key varchar(255) NOT NULL,
  fingerprint bytea NOT NULL,
  owner uuid NOT NULL,
  lease_until timestamptz NOT NULL,
  sealed_answer bytea,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT "PK_0543a613c52d158936e248eb176" PRIMARY KEY (organization_id, mode, key)
);
ALTER TABLE idempotent_requests ALTER COLUMN sealed_answer SET STORAGE EXTERNAL;
CREATE INDEX "IDX_eb493383ae5b98a0270bfc1704" ON idempotent_requests (created_at);

CREATE TABLE invitations (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  email varchar(254) NOT NULL,
  role varchar(10) NOT NULL,
  mail_id bigint,
  token_hash bytea,
  base_url varchar(2048) NOT NULL,
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT "PK_5dec98cfdfd562e4ad3648bbb07" PRIMARY KEY (id),
  CONSTRAINT "UQ_c2031bf42d84b6a83209b17d421" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_0f5d3b73b9341666caa324f3bb" ON invitations (email, id) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));
CREATE INDEX "IDX_3627fe1978a8e4680944a183d8" ON invitations (organization_id, mode, email, id);
CREATE UNIQUE INDEX "IDX_872ac94a64b3d44fc4b554780c" ON invitations (token_hash);
CREATE INDEX "IDX_a60fd6c486cca51dc29921c234" ON invitations (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX "IDX_b2473599d58ea5debd5f802655" ON invitations (created_at);
CREATE INDEX "IDX_d9c192ce5075f6ab76d8603bfc" ON invitations (organization_id, mode, created_at, id);

CREATE TABLE invoice_line_items (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  invoice_id bigint NOT NULL,
  type varchar(20) NOT NULL,
  code text NOT NULL,
  description text NOT NULL,
  quantity double precision,
  unit text,
  rate_cents bigint,
  amount_cents bigint NOT NULL,
  freight_class varchar(5),
  weight double precision,
  CONSTRAINT "PK_4e8ccaadaf5d0619db9d219b061" PRIMARY KEY (id),
  CONSTRAINT "UQ_660363df9e6f650b1868c418b60" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_3a33332b15b01095c3c5c63812" ON invoice_line_items (organization_id, mode, invoice_id, id);

CREATE TABLE invoice_payments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  invoice_id bigint NOT NULL,
  amount_cents bigint NOT NULL,
  method varchar(255),
  reference varchar(255),
  CONSTRAINT "PK_e19c9ebfa432289f510de7b4e99" PRIMARY KEY (id),
  CONSTRAINT "UQ_f9b6fb035d2bc757bcce094d499" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_289b21226d65b4c4ef91e40949" ON invoice_payments (organization_id, mode, invoice_id, id);

CREATE TABLE invoices (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  customer_id bigint,
  invoice_number varchar(24) NOT NULL,
  status varchar(10) DEFAULT 'open' NOT NULL,
  amount_cents bigint NOT NULL,
  late_fee_cents bigint DEFAULT '0' NOT NULL,
  amount_paid_cents bigint DEFAULT '0' NOT NULL,
  terms_days integer NOT NULL,
  due_date timestamptz NOT NULL,
  paid_at timestamptz,
  voided_at timestamptz,
  payment_method varchar(255),
  payment_reference varchar(255),
  bill_to jsonb NOT NULL,
  shipment jsonb NOT NULL,
  updated_at timestamptz DEFAULT now() NOT NULL,
  late_fee_waived_cents bigint DEFAULT '0' NOT NULL,
  supplements_invoice_id bigint,
  CONSTRAINT "PK_668cef7c22a427fd822cc1be3ce" PRIMARY KEY (id),
  CONSTRAINT "UQ_7febcca589417bdf76527a269cc" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_107567d5fdf573ebd77f948b50" ON invoices (organization_id, mode, supplements_invoice_id) WHERE supplements_invoice_id IS NOT NULL;
CREATE INDEX "IDX_21ebb6756878cdebdf68bf80dc" ON invoices (due_date) WHERE (status = 'open' AND (amount_cents > 0));
CREATE UNIQUE INDEX "IDX_40800d08893aaada3d81f91cad" ON invoices (organization_id, mode, freight_id) WHERE (status <> 'void' AND (supplements_invoice_id IS NULL));
CREATE INDEX "IDX_523a8d3fecd8a717065248f8a0" ON invoices (organization_id, mode, freight_id, id);
CREATE INDEX "IDX_5444f84f642ca2cda902ba75da" ON invoices (organization_id, mode, created_at, id);
CREATE INDEX "IDX_7b2ea376a3abba894de413e74a" ON invoices (organization_id, mode, customer_id, id);
CREATE INDEX "IDX_8bb05f951c81533da9127a5356" ON invoices (organization_id, mode, due_date, id);
CREATE INDEX "IDX_a735b5698fcf9963cce9e73d48" ON invoices (organization_id, mode, status, id);
CREATE INDEX "IDX_bda36b13ee5e2b9b1d1b4f614c" ON invoices (organization_id, mode, customer_id, due_date) WHERE status IN ('open', 'overdue');
CREATE UNIQUE INDEX "IDX_d8f8d3788694e1b3f96c42c36f" ON invoices (invoice_number);

CREATE TABLE mail_stops (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  email varchar(254) NOT NULL,
  CONSTRAINT "PK_354985bf5e96352d3596ae41fdd" PRIMARY KEY (id),
  CONSTRAINT "UQ_836efd9582418b056fa662ab2b1" UNIQUE (organization_id, mode, email),
  CONSTRAINT "UQ_c6d176e26612e9c6084e6ca17c1" UNIQUE (organization_id, mode, id)
);

CREATE TABLE mails (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  recipient varchar(255) NOT NULL,
  subject varchar(255) NOT NULL,
  text text NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz DEFAULT now(),
  sent_at timestamptz,
  last_error text,
  created_at timestamptz DEFAULT now() NOT NULL,
  composer varchar(20),
  CONSTRAINT "PK_218248d7dfe1b739f06e2309349" PRIMARY KEY (id)
);
CREATE INDEX "IDX_1e97f19abd5a7de107b3535c42" ON mails (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX "IDX_6a05310e00b6222cbee81765a2" ON mails (organization_id);
CREATE INDEX "IDX_d9a19a6aab57efba0f33360058" ON mails (created_at) WHERE ((next_attempt_at IS NULL) AND (composer IS NULL));

CREATE TABLE members (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  email varchar(254) NOT NULL,
  name varchar(100),
  role varchar(10) NOT NULL,
  last_signed_in_at timestamptz,
  CONSTRAINT "PK_28b53062261b996d9c99fa12404" PRIMARY KEY (id),
  CONSTRAINT "UQ_76fbcfff40cc0891394416f5039" UNIQUE (organization_id, mode, email),
  CONSTRAINT "UQ_8fbe097b4381bc7b250d8dd2491" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_2714af51e3f7dd42cf66eeb08d" ON members (email);
CREATE INDEX "IDX_95725e29ae971ebebe42b98c81" ON members (organization_id, mode, created_at, id);

CREATE TABLE organization_profiles (
  organization_id bigint NOT NULL,
  legal_name varchar(255),
  address jsonb,
  remit_to jsonb,
  color varchar(7),
  logo bytea,
  logo_type varchar(10),
  logo_width integer,
  logo_height integer,
  updated_at timestamptz DEFAULT now() NOT NULL,
  mode varchar(4) NOT NULL,
  rate_shopping jsonb,
  CONSTRAINT "PK_organization_profiles" PRIMARY KEY (organization_id, mode)
);

CREATE TABLE organizations (
  id bigint GENERATED ALWAYS AS IDENTITY,
  name varchar(255) NOT NULL,
  owner_email varchar(255),
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT "PK_6b031fcd0863e3f6b44230163f9" PRIMARY KEY (id)
);

CREATE TABLE products (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  sku varchar(100) NOT NULL,
  name varchar(255),
  description varchar(255),
  freight_class varchar(5),
  density_rule boolean DEFAULT false NOT NULL,
  nmfc_item_number varchar(10),
  nmfc_sub_code varchar(5),
  handling_unit_type varchar(40),
  packaging_type varchar(40),
  pieces integer,
  weight double precision,
  length double precision,
  width double precision,
  height double precision,
  stackable boolean,
  hazmat jsonb,
  updated_at timestamptz DEFAULT now() NOT NULL,
  search text DEFAULT '' NOT NULL,
  CONSTRAINT "PK_0806c755e0aca124e67c0cf6d7d" PRIMARY KEY (id),
  CONSTRAINT "UQ_3406c9368b6418231ab0d756fcf" UNIQUE (organization_id, mode, sku),
  CONSTRAINT "UQ_aa0b78ce8dd186934961b1643b0" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_d87db3c64b6c09d267498c5d4e" ON products (organization_id, mode, created_at, id);

CREATE TABLE quotes (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  customer_id bigint,
  group_id varchar(40) NOT NULL,
  quote_number varchar(255) NOT NULL,
  carrier_id bigint,
  carrier_name varchar(255) NOT NULL,
  scac varchar(4) NOT NULL,
  service_level varchar(255) NOT NULL,
  service_code varchar(40) NOT NULL,
  status varchar(20) NOT NULL,
  net_charge_cents bigint NOT NULL,
  charges jsonb NOT NULL,
  transit_days integer NOT NULL,
  origin_terminal varchar(255),
  destination_terminal varchar(255),
  origin jsonb NOT NULL,
  destination jsonb NOT NULL,
  items jsonb NOT NULL,
  accessorials text[] NOT NULL,
  expires_at timestamptz NOT NULL,
  limited_access jsonb DEFAULT '{}' NOT NULL,
  declared_value_cents bigint,
  ship_date date,
  pickup_date date,
  estimated_delivery_date date,
  warnings jsonb DEFAULT '[]' NOT NULL,
  cost_cents bigint,
  cost_charges jsonb,
  booked_by varchar(7) DEFAULT 'carrier' NOT NULL,
  tender_email varchar(255),
  recommended boolean DEFAULT false NOT NULL,
  CONSTRAINT "PK_99a0e8bcbcd8719d3a41f23c263" PRIMARY KEY (id),
  CONSTRAINT "UQ_7788a508822b623f42d8d4e3573" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_29c66bc87efb1bd9a7155dc73a" ON quotes (organization_id, mode, group_id);
CREATE INDEX "IDX_369b885d04b49492442e7b1239" ON quotes (organization_id, mode, customer_id, id);
CREATE INDEX "IDX_9b5ae7ed2d87109515a78c5cfc" ON quotes (carrier_id);
CREATE INDEX "IDX_9efe315898376db275fbb95952" ON quotes (organization_id, mode, created_at, id);
CREATE INDEX "IDX_b249f92c3db839b243e2e2541d" ON quotes (expires_at) WHERE status = 'active';
CREATE INDEX "IDX_b37607c3b1173a5680c72661ea" ON quotes (organization_id, mode, scac, id);
CREATE INDEX "IDX_e9850c2a6f7d0ca778937450df" ON quotes (organization_id, mode, quote_number, id);
CREATE INDEX "IDX_eae970fbc0b9b19c5ea19dee7b" ON quotes (organization_id, mode, status, id);
CREATE INDEX "IDX_ec42e01b94911fd948c9d9a90b" ON quotes (expires_at) WHERE status = 'expired';

CREATE UNLOGGED TABLE rate_limits (
  key varchar(255) NOT NULL,
  points integer DEFAULT 0 NOT NULL,
  expire bigint,
  CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE sessions (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  member_id bigint NOT NULL,
  hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT "PK_3238ef96f18b355b671619111bc" PRIMARY KEY (id),
  CONSTRAINT "UQ_19bd3e9f45a7b8f443b45cfa621" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_1de586d56b92b9f206a91acb47" ON sessions (organization_id, mode, member_id, id);
CREATE UNIQUE INDEX "IDX_31be0a69981767c841026c309e" ON sessions (hash);
CREATE INDEX "IDX_476aa19b1412e9872ef8f89e87" ON sessions (created_at);

CREATE TABLE sign_in_links (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  member_id bigint NOT NULL,
  mail_id bigint,
  token_hash bytea,
  base_url varchar(2048) NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT "PK_2097ee1b62272fac6526b35398e" PRIMARY KEY (id),
  CONSTRAINT "UQ_5031f70f8afc2a2e3728504b4c5" UNIQUE (organization_id, mode, id)
);
CREATE UNIQUE INDEX "IDX_7e056095bb858289789025d055" ON sign_in_links (token_hash);
CREATE INDEX "IDX_bb552e3cdc813c10aaf5f0fb5e" ON sign_in_links (mail_id) WHERE mail_id IS NOT NULL;
CREATE INDEX "IDX_ef0290bfae390d9cd88cb6fd35" ON sign_in_links (created_at);
CREATE INDEX "IDX_f9f7709b2c3846e31a089b67dd" ON sign_in_links (organization_id, mode, member_id, id);

CREATE TABLE tariff_rates (
  tariff_id bigint NOT NULL,
  "position" integer NOT NULL,
  origin varchar(3) NOT NULL,
  destination varchar(3) NOT NULL,
  freight_class varchar(5) NOT NULL,
  minimum numeric NOT NULL,
  rates numeric[] NOT NULL,
  CONSTRAINT "PK_ba4f8642b75278dd82250855a13" PRIMARY KEY (tariff_id, "position")
);
CREATE UNIQUE INDEX "IDX_89d218065f11cbf26b829898f1" ON tariff_rates (tariff_id, origin, destination, freight_class);

CREATE TABLE tariffs (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  name varchar(255) NOT NULL,
  scac varchar(4) NOT NULL,
  carrier_name varchar(255) NOT NULL,
  effective_from date,
  effective_to date,
  discount_percent double precision DEFAULT '0' NOT NULL,
  minimum_cents bigint DEFAULT '0' NOT NULL,
  fuel_percent double precision,
  fuel_table jsonb DEFAULT '[]' NOT NULL,
  fak jsonb DEFAULT '{}' NOT NULL,
  accessorials jsonb DEFAULT '{}' NOT NULL,
  transit_days integer,
  transit jsonb DEFAULT '[]' NOT NULL,
  tender_email varchar(255),
  rate_count integer DEFAULT 0 NOT NULL,
  rates_updated_at timestamptz,
  updated_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT "PK_7f32baf8d8b4bb0cf4d7ac97741" PRIMARY KEY (id),
  CONSTRAINT "UQ_60bbd4943d12b50eac09fff3014" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_05794ccfb1a1103d8a5dbd27c2" ON tariffs (organization_id, mode, created_at, id);
CREATE INDEX "IDX_cf0088e100aa9a05319e623fe3" ON tariffs (organization_id, mode, scac, id);

CREATE TABLE tenders (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  mail_id bigint NOT NULL,
  state varchar(10) DEFAULT 'sent' NOT NULL,
  email varchar(255) NOT NULL,
  token_hash bytea NOT NULL,
  sealed_link bytea,
  expires_at timestamptz NOT NULL,
  answered_at timestamptz,
  answered_by varchar(100),
  reason varchar(255),
  CONSTRAINT "PK_13fdd4229818a97b5102199463b" PRIMARY KEY (id),
  CONSTRAINT "UQ_cfbcf57d2529bcf6080ad6a2993" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_0c55e6877e9ec4ac07791b8055" ON tenders (mail_id);
CREATE INDEX "IDX_5bc068bf191988c6e006944f73" ON tenders (organization_id, mode, freight_id, id);
CREATE UNIQUE INDEX "IDX_e93001fec61f054cdfbe08f571" ON tenders (token_hash);
CREATE INDEX "IDX_tenders_expiry" ON tenders (expires_at) WHERE state = 'sent';
CREATE UNIQUE INDEX "IDX_tenders_open" ON tenders (organization_id, mode, freight_id) WHERE state = 'sent';

CREATE TABLE tracked_shipments (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  tracking_number varchar(50) NOT NULL,
  normalized_number varchar(150) NOT NULL,
  carrier_id bigint,
  carrier_name varchar(255) NOT NULL,
  freight_id bigint,
  customer_id bigint,
  listed boolean DEFAULT true NOT NULL,
  status varchar(20) DEFAULT 'pending' NOT NULL,
  furthest varchar(20) DEFAULT 'pending' NOT NULL,
  status_since timestamptz,
  location varchar(255),
  source varchar(20) NOT NULL,
  estimated_delivery varchar(40),
  delivered_at timestamptz,
  last_checked_at timestamptz,
  stale boolean DEFAULT false NOT NULL,
  next_check_at timestamptz,
  updated_at timestamptz DEFAULT now() NOT NULL,
  pickup_date date,
  estimated_delivery_date date,
  signed_by varchar(100),
  CONSTRAINT "PK_a18ba4fe6c38c02f9a86f0dcf92" PRIMARY KEY (id),
  CONSTRAINT "UQ_00a486833031a7bdefee58046b5" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_0a65af905d5241875f076782d4" ON tracked_shipments (updated_at) WHERE ((freight_id IS NULL) AND (next_check_at IS NULL));
CREATE INDEX "IDX_0ec76adc2ee6ff0d34c3bd0363" ON tracked_shipments (organization_id, mode, normalized_number) WHERE NOT listed;
CREATE INDEX "IDX_34c873c3b8f40bf5626ad3a1fd" ON tracked_shipments (organization_id, mode, status, id);
CREATE INDEX "IDX_4e7a2958198c56d2852e4e9463" ON tracked_shipments (organization_id, mode, carrier_name, id);
CREATE INDEX "IDX_59f43ead7e271c022f67cae941" ON tracked_shipments (carrier_id);
CREATE INDEX "IDX_5f770e176f31be048b21d7449c" ON tracked_shipments (organization_id) WHERE (source = 'manual' AND (next_check_at IS NOT NULL));
CREATE INDEX "IDX_74bf57487a520808d230263ab3" ON tracked_shipments (organization_id, mode, created_at, id);
CREATE INDEX "IDX_974bb1495fce8a3a7462d1acdf" ON tracked_shipments (next_check_at) WHERE next_check_at IS NOT NULL;
CREATE UNIQUE INDEX "IDX_a5166d18b496fd707366ce72cc" ON tracked_shipments (organization_id, mode, freight_id) WHERE freight_id IS NOT NULL;
CREATE UNIQUE INDEX "IDX_c70570cc037192fe1465692fc7" ON tracked_shipments (organization_id, mode, normalized_number) WHERE listed;
CREATE INDEX "IDX_e82a453e3dd6b9a6baee82fb55" ON tracked_shipments (organization_id, mode, customer_id, id);

CREATE TABLE tracking_links (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  sealed_token bytea NOT NULL,
  pod boolean DEFAULT false NOT NULL,
  notify jsonb DEFAULT '[]' NOT NULL,
  CONSTRAINT "PK_b0d001413b771cc1e6d786c44ce" PRIMARY KEY (id),
  CONSTRAINT "UQ_5a6356d83c7886cdc6dfe8cc08b" UNIQUE (organization_id, mode, id)
);
CREATE UNIQUE INDEX "IDX_3d39124eaf77ea6719906187ff" ON tracking_links (token_hash);
CREATE UNIQUE INDEX "IDX_6c96ff0d4c2595bd0ed61cdf9f" ON tracking_links (organization_id, mode, freight_id);

CREATE TABLE tracking_mails (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  freight_id bigint NOT NULL,
  email varchar(254) NOT NULL,
  event varchar(20) NOT NULL,
  mail_id bigint NOT NULL,
  token_hash bytea NOT NULL,
  sealed_token bytea NOT NULL,
  CONSTRAINT "PK_af51b327438849341274ab0ecaa" PRIMARY KEY (id),
  CONSTRAINT "UQ_8c4eb29b18641f641c28df2be8c" UNIQUE (organization_id, mode, id),
  CONSTRAINT "UQ_f6ccc98f8168095a6b8ada050f2" UNIQUE (organization_id, mode, freight_id, email, event)
);
CREATE INDEX "IDX_00d58477380688d9bbb71f5cde" ON tracking_mails (created_at);
CREATE INDEX "IDX_ad6fc48a459fdbf80077d3132c" ON tracking_mails (mail_id);
CREATE UNIQUE INDEX "IDX_d699746442f024f76fb5de59ab" ON tracking_mails (token_hash);

CREATE TABLE tracking_scans (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  tracked_shipment_id bigint NOT NULL,
  status varchar(20) NOT NULL,
  description varchar(255) NOT NULL,
  location varchar(255) NOT NULL,
  occurred_at timestamptz NOT NULL,
  source varchar(20) NOT NULL,
  code varchar(20),
  CONSTRAINT "PK_e6d2a30b5aa2d4210d66e93c813" PRIMARY KEY (id),
  CONSTRAINT "UQ_5f87034d5175827d849ca28b6dd" UNIQUE (organization_id, mode, id),
  CONSTRAINT "UQ_ce21ff1ca4cd83eda1c8e12f635" UNIQUE (organization_id, mode, tracked_shipment_id, occurred_at, status, location)
);

CREATE TABLE webhook_bodies (
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  event_id varchar(40) NOT NULL,
  beginning text NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  CONSTRAINT "PK_webhook_bodies" PRIMARY KEY (organization_id, mode, event_id)
);
ALTER TABLE webhook_bodies ALTER COLUMN beginning SET STORAGE EXTERNAL;
CREATE INDEX "IDX_9f3b7b079979a4bab1dbe0e8b4" ON webhook_bodies (created_at);

CREATE TABLE webhook_deliveries (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  endpoint_id bigint NOT NULL,
  event_id varchar(40) NOT NULL,
  event_type varchar(40) NOT NULL,
  body text,
  status varchar(10) DEFAULT 'pending' NOT NULL,
  attempt_count integer DEFAULT 0 NOT NULL,
  next_attempt_at timestamptz,
  lease_owner uuid,
  lease_until timestamptz,
  attempts jsonb DEFAULT '[]' NOT NULL,
  delivered_at timestamptz,
  updated_at timestamptz DEFAULT now() NOT NULL,
  traceparent varchar(55),
  ending text,
  CONSTRAINT "CHK_webhook_deliveries_body" CHECK ((num_nonnulls(body, ending) = 1)),
  CONSTRAINT "PK_535dd409947fb6d8fc6dfc0112a" PRIMARY KEY (id),
  CONSTRAINT "UQ_04cb7af25d12c7f4ab17cfc007c" UNIQUE (organization_id, mode, id)
) PARTITION BY RANGE (id);
ALTER TABLE webhook_deliveries ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE webhook_deliveries_p0 PARTITION OF webhook_deliveries FOR VALUES FROM (MINVALUE) TO (1000000000) WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0', toast_tuple_target='1024');
ALTER TABLE webhook_deliveries_p0 ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE TABLE webhook_deliveries_p1 PARTITION OF webhook_deliveries FOR VALUES FROM (1000000000) TO (2000000000) WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_threshold='2000', autovacuum_vacuum_cost_delay='0', toast_tuple_target='1024');
ALTER TABLE webhook_deliveries_p1 ALTER COLUMN body SET STORAGE EXTERNAL;
CREATE INDEX "IDX_3d580c1515c4eb609c1c8ad537" ON webhook_deliveries (next_attempt_at) WHERE status IN ('pending', 'retrying');
CREATE INDEX "IDX_a04ce92e880a48902370301c72" ON webhook_deliveries (organization_id, endpoint_id, next_attempt_at) WHERE status IN ('pending', 'retrying');
CREATE INDEX "IDX_c943907ff0067f7c25ae79007b" ON webhook_deliveries (created_at) WHERE status IN ('delivered', 'failed');
CREATE INDEX "IDX_f19379e6c2b194451b3f899e51" ON webhook_deliveries (organization_id, mode, endpoint_id, id);
CREATE INDEX "IDX_f1de81308a1d6e3486b8178dbc" ON webhook_deliveries (organization_id, mode, created_at, id);
CREATE INDEX "IDX_webhook_deliveries_event" ON webhook_deliveries (event_id, endpoint_id);

CREATE TABLE webhook_endpoints (
  id bigint GENERATED ALWAYS AS IDENTITY,
  organization_id bigint NOT NULL,
  mode varchar(4) NOT NULL,
  created_at timestamptz DEFAULT now() NOT NULL,
  url varchar(2048) NOT NULL,
  events text[] NOT NULL,
  description varchar(255),
  active boolean DEFAULT true NOT NULL,
  sealed_secret bytea NOT NULL,
  secret_prefix varchar(16) NOT NULL,
  consecutive_failures integer DEFAULT 0 NOT NULL,
  disabled_at timestamptz,
  disabled_reason varchar(255),
  updated_at timestamptz DEFAULT now() NOT NULL,
  former_events text[] DEFAULT '{}' NOT NULL,
  sealed_former_secret bytea,
  former_secret_until timestamptz,
  owner_told_at timestamptz,
  CONSTRAINT "PK_054c4cfb95223732f5939d2d546" PRIMARY KEY (id),
  CONSTRAINT "UQ_460604c146971575657ed5cb183" UNIQUE (organization_id, mode, id)
);
CREATE INDEX "IDX_6fdea30e139d7df1157602bbf8" ON webhook_endpoints (organization_id, mode, created_at, id);
CREATE INDEX "IDX_ec65b2a861c0d693f0f2a5677e" ON webhook_endpoints (former_secret_until) WHERE former_secret_until IS NOT NULL;

CREATE UNLOGGED TABLE worker_heartbeat (
  id smallint NOT NULL,
  at timestamptz NOT NULL,
  CONSTRAINT worker_heartbeat_pkey PRIMARY KEY (id)
);

ALTER TABLE tenders ADD CONSTRAINT "FK_0c55e6877e9ec4ac07791b8055b" FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE;
ALTER TABLE freight ADD CONSTRAINT "FK_251159c89889fc3528fb9dee975" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE webhook_deliveries ADD CONSTRAINT "FK_2cb2e9b24d4b356727ebb74f246" FOREIGN KEY (organization_id, mode, endpoint_id) REFERENCES webhook_endpoints(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE products ADD CONSTRAINT "FK_2d404aa7aa4a0404eafd1840915" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE freight_documents ADD CONSTRAINT "FK_2e2bc49952dbe627ab8409840ce" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE invoice_line_items ADD CONSTRAINT "FK_32fc90654bc1b0f71aaa35f5c1f" FOREIGN KEY (organization_id, mode, invoice_id) REFERENCES invoices(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE members ADD CONSTRAINT "FK_40c051286e8db5b4613ecb3035a" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT "FK_42d1dbb4d85dc3643fdc6560af0" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE tracked_shipments ADD CONSTRAINT "FK_441ee34d6822df2b6981b5fe770" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE tariff_rates ADD CONSTRAINT "FK_444074398d331e55323e2d53358" FOREIGN KEY (tariff_id) REFERENCES tariffs(id) ON DELETE CASCADE;
ALTER TABLE invoices ADD CONSTRAINT "FK_4504eb0eafa684ac81d316ddf6d" FOREIGN KEY (organization_id, mode, supplements_invoice_id) REFERENCES invoices(organization_id, mode, id);
ALTER TABLE bills ADD CONSTRAINT "FK_450c153159746b8655c3a734224" FOREIGN KEY (organization_id, mode, duplicate_of_bill_id) REFERENCES bills(organization_id, mode, id);
ALTER TABLE organization_profiles ADD CONSTRAINT "FK_4b15935f94a583414e9049a2283" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE freight ADD CONSTRAINT "FK_503aad2694850e9c2e9d01fa9b5" FOREIGN KEY (organization_id, mode, quote_id) REFERENCES quotes(organization_id, mode, id);
ALTER TABLE bills ADD CONSTRAINT "FK_544a3ff17bd296b5e9a61696755" FOREIGN KEY (organization_id, mode, replaces_bill_id) REFERENCES bills(organization_id, mode, id);
ALTER TABLE invoice_payments ADD CONSTRAINT "FK_5473a27b54585e1c22f3909822c" FOREIGN KEY (organization_id, mode, invoice_id) REFERENCES invoices(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE bills ADD CONSTRAINT "FK_54ac1b26bcc8c82bfb0e2ad3082" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE invoices ADD CONSTRAINT "FK_55feecbad21ac58e8f1649e176b" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id);
ALTER TABLE bookings ADD CONSTRAINT "FK_5857c7b6b382e879ebadb5a4aeb" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE tracked_shipments ADD CONSTRAINT "FK_59f43ead7e271c022f67cae9414" FOREIGN KEY (carrier_id) REFERENCES carriers(id);
ALTER TABLE document_fetches ADD CONSTRAINT "FK_5da80f2f27d2defbe716b34334e" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE idempotent_requests ADD CONSTRAINT "FK_67af3acfcc638797a820691259c" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE mails ADD CONSTRAINT "FK_6a05310e00b6222cbee81765a24" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE tracking_links ADD CONSTRAINT "FK_6c96ff0d4c2595bd0ed61cdf9f8" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE sign_in_links ADD CONSTRAINT "FK_775171d46b399bae5df17e611b2" FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE;
ALTER TABLE quotes ADD CONSTRAINT "FK_7b97bd191d680f9e37bf22899d2" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE bills_of_lading ADD CONSTRAINT "FK_811e7cb5cbc97fc26be6921d5a1" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE invitations ADD CONSTRAINT "FK_8343e1f81d7d4d371e8f15fe6f0" FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE SET NULL;
ALTER TABLE webhook_endpoints ADD CONSTRAINT "FK_893247a8681e31f117a34b4fb46" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE tenders ADD CONSTRAINT "FK_8d54dfc44d4622e58b71e13ef7f" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE carrier_connections ADD CONSTRAINT "FK_93a878364dac9126116266effa2" FOREIGN KEY (carrier_id) REFERENCES carriers(id);
ALTER TABLE quotes ADD CONSTRAINT "FK_9b5ae7ed2d87109515a78c5cfc3" FOREIGN KEY (carrier_id) REFERENCES carriers(id);
ALTER TABLE api_keys ADD CONSTRAINT "FK_a283bdef18876e525aefaec042f" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE tracking_mails ADD CONSTRAINT "FK_ad6fc48a459fdbf80077d3132c5" FOREIGN KEY (mail_id) REFERENCES mails(id) ON DELETE CASCADE;
ALTER TABLE tracking_scans ADD CONSTRAINT "FK_af82636a58045645ebf8b083a32" FOREIGN KEY (organization_id, mode, tracked_shipment_id) REFERENCES tracked_shipments(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE freight_document_contents ADD CONSTRAINT "FK_b5fc15882baa23331341de56ae3" FOREIGN KEY (document_id) REFERENCES freight_documents(id) ON DELETE CASCADE;
ALTER TABLE carrier_calls ADD CONSTRAINT "FK_b78a71cb81faf3394ef49d48ad5" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE tracked_shipments ADD CONSTRAINT "FK_bab55ed8e5c4159a87845a1dec9" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE sessions ADD CONSTRAINT "FK_bb58e28db86c21e9ca4f484a8a1" FOREIGN KEY (organization_id, mode, member_id) REFERENCES members(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE api_requests ADD CONSTRAINT "FK_cb97c62ca55605a176eeb958932" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE carrier_connections ADD CONSTRAINT "FK_cdd18c94197fa624dfc6fdb9f97" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE bills ADD CONSTRAINT "FK_cecbf7052ca9f5de33d7356f19e" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id);
ALTER TABLE customers ADD CONSTRAINT "FK_d2fc0e42b07d01fafc3fbb2bee3" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE invoices ADD CONSTRAINT "FK_d4e095bcd100de447d3c27708f9" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE addresses ADD CONSTRAINT "FK_d763e6c05412119cf00d356e664" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE sign_in_links ADD CONSTRAINT "FK_d924e6ee6e89c3a79adba2c895b" FOREIGN KEY (organization_id, mode, member_id) REFERENCES members(organization_id, mode, id) ON DELETE CASCADE;
ALTER TABLE tariffs ADD CONSTRAINT "FK_e69f6619602f418c5080ccd6a3e" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE mail_stops ADD CONSTRAINT "FK_e6bf4ee1e9eed4b9b1c36f10655" FOREIGN KEY (organization_id) REFERENCES organizations(id) ON DELETE CASCADE;
ALTER TABLE tracking_mails ADD CONSTRAINT "FK_f80ce48ce3fdd5068531463d528" FOREIGN KEY (organization_id, mode, freight_id) REFERENCES freight(organization_id, mode, id) ON DELETE CASCADE;

CREATE FUNCTION addresses_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
         BEGIN NEW.search := lower(concat_ws(' ', NEW.name, NEW.company, NEW.contact, NEW.address, NEW.city, NEW.state, NEW.zip, NEW.phone, NEW.email, NEW.external_ref)); RETURN NEW; END $$;
CREATE FUNCTION customers_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
         BEGIN NEW.search := lower(concat_ws(' ', NEW.name, NEW.company, NEW.email, NEW.phone, NEW.external_ref, NEW.city)); RETURN NEW; END $$;
CREATE FUNCTION freight_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
         BEGIN NEW.search := lower(concat_ws(' ', NEW.bol_number, NEW.pro_number, (SELECT quote_number FROM quotes WHERE id = NEW.quote_id),
      (SELECT string_agg(reference->>'value', ' ') FROM jsonb_array_elements(NEW.reference_list) AS reference),
      (SELECT string_agg("order"->>'number', ' ') FROM jsonb_array_elements(NEW.order_list) AS "order"),
      NEW.ship_from->>'company', NEW.ship_from->>'contact', NEW.ship_from->>'address', NEW.ship_from->>'city', NEW.ship_from->>'state', NEW.ship_from->>'zip', NEW.ship_to->>'company', NEW.ship_to->>'contact', NEW.ship_to->>'address', NEW.ship_to->>'city', NEW.ship_to->>'state', NEW.ship_to->>'zip', NEW.bill_to->>'company')); RETURN NEW; END $$;
CREATE FUNCTION products_search() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
         BEGIN NEW.search := lower(concat_ws(' ', NEW.sku, NEW.name, NEW.description, NEW.nmfc_item_number)); RETURN NEW; END $$;
CREATE TRIGGER addresses_search BEFORE INSERT OR UPDATE OF name, company, contact, address, city, state, zip, phone, email, external_ref ON addresses FOR EACH ROW EXECUTE FUNCTION addresses_search();
CREATE TRIGGER customers_search BEFORE INSERT OR UPDATE OF name, company, email, phone, external_ref, city ON customers FOR EACH ROW EXECUTE FUNCTION customers_search();
CREATE TRIGGER freight_search BEFORE INSERT OR UPDATE OF bol_number, pro_number, quote_id, reference_list, order_list, ship_from, ship_to, bill_to ON freight FOR EACH ROW EXECUTE FUNCTION freight_search();
CREATE TRIGGER products_search BEFORE INSERT OR UPDATE OF sku, name, description, nmfc_item_number ON products FOR EACH ROW EXECUTE FUNCTION products_search();

-- Both extensions ship with PostgreSQL, but an installation or a role may lack them. Search then works without an index.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE EXTENSION IF NOT EXISTS btree_gin;
  CREATE INDEX "IDX_addresses_search" ON addresses USING gin (organization_id, search gin_trgm_ops);
  CREATE INDEX "IDX_customers_search" ON customers USING gin (organization_id, search gin_trgm_ops);
  CREATE INDEX "IDX_freight_search" ON freight USING gin (organization_id, search gin_trgm_ops);
  CREATE INDEX "IDX_products_search" ON products USING gin (organization_id, search gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported THEN
  RAISE NOTICE 'Search works without an index: %', SQLERRM;
END $$;
