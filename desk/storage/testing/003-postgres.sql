CREATE TABLE public.events (
    id integer NOT NULL,
    order_id text NOT NULL,
    at bigint NOT NULL,
    who text NOT NULL,
    what text NOT NULL,
    amount integer,
    note text
);
CREATE SEQUENCE public.events_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.events_id_seq OWNED BY public.events.id;
CREATE TABLE public.kysely_migration (
    name character varying(255) NOT NULL,
    "timestamp" character varying(255) NOT NULL
);
CREATE TABLE public.kysely_migration_lock (
    id character varying(255) NOT NULL,
    is_locked integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.mails (
    id text NOT NULL,
    about text NOT NULL,
    kind text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    created_at bigint NOT NULL,
    due_at bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    sent_at bigint,
    error text,
    html text,
    refused_at bigint
);
CREATE TABLE public.orders (
    id text NOT NULL,
    token text NOT NULL,
    request_key text NOT NULL,
    fingerprint text NOT NULL,
    state text NOT NULL,
    quantity integer NOT NULL,
    unit_price integer NOT NULL,
    shipping integer NOT NULL,
    total integer NOT NULL,
    received integer DEFAULT 0 NOT NULL,
    refunded integer DEFAULT 0 NOT NULL,
    first_name text,
    last_name text,
    email text,
    phone text,
    address text,
    city text,
    postal_code text,
    country text,
    terms text NOT NULL,
    payment text NOT NULL,
    provider_reference text,
    placed_at bigint NOT NULL,
    forgotten_at bigint,
    provider_received integer DEFAULT 0 NOT NULL,
    provider_refunded integer DEFAULT 0 NOT NULL,
    provider_payment text,
    refund_key text,
    withdrawn_at bigint,
    CONSTRAINT orders_quantity_check CHECK (((quantity >= 1) AND (quantity <= 10))),
    CONSTRAINT orders_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'paid'::text, 'shipped'::text, 'delivered'::text, 'expired'::text, 'cancelled'::text, 'refunded'::text]))),
    CONSTRAINT refunds_fit CHECK (((refunded >= 0) AND (refunded <= received))),
    CONSTRAINT total_adds_up CHECK ((total = ((quantity * unit_price) + shipping)))
);
CREATE TABLE public.shop_state (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE public.terms (
    version text NOT NULL,
    text text NOT NULL,
    since bigint NOT NULL
);
CREATE TABLE public.withdrawals (
    id text NOT NULL,
    request_key text NOT NULL,
    name text NOT NULL,
    contract text NOT NULL,
    email text NOT NULL,
    at bigint NOT NULL,
    order_id text,
    handled_at bigint
);
ALTER TABLE ONLY public.events ALTER COLUMN id SET DEFAULT nextval('public.events_id_seq'::regclass);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (4, '0000000A', 1795338300000, 'owner', 'received', 8999, NULL);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (5, '0000000A', 1795338300000, 'owner', 'paid', NULL, NULL);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (6, '0000000A', 1795338300000, 'owner', 'shipped', NULL, 'PK1');
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (7, '0000000A', 1795424700000, 'owner', 'delivered', NULL, NULL);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (8, '0000000A', 1795511100000, 'shopper', 'withdrawn', NULL, NULL);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (9, '0000000A', 1795511100000, 'owner', 'refund', 1000, NULL);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (10, '0000000B', 1795511100000, 'owner', 'received', 10000, NULL);
INSERT INTO public.events (id, order_id, at, who, what, amount, note) VALUES (11, '0000000B', 1795511100000, 'owner', 'paid', NULL, NULL);
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('001-tables', '2026-11-23T13:44:59.396Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('002-books', '2026-11-23T13:44:59.409Z');
INSERT INTO public.kysely_migration (name, "timestamp") VALUES ('003-odd-money', '2026-11-23T13:44:59.410Z');
INSERT INTO public.kysely_migration_lock (id, is_locked) VALUES ('migration_lock', 0);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('9f94e3933f53c727334e197e8e7e2292', '0000000A', 'paid 5', '0000000A@correo.example', 'Pedido 0000000A: pago recibido', 'T', 1795338300000, 1795338300000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('9800ce10d4b43c0817f75b18c76fd60b', '0000000A', 'shipped 6', '0000000A@correo.example', 'Pedido 0000000A: va de camino', 'T', 1795338300000, 1795338300000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('a67f7b8fc2413cdb4d1c265262e84a24', '0000000A', 'delivered 7', '0000000A@correo.example', 'Pedido 0000000A: entregado', 'T', 1795424700000, 1795424700000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('3c0a9bc56f62106e35866dd63443cd18', '2080dbdb74c80b29', 'withdrawn', '0000000A@correo.example', 'Hemos recibido tu desistimiento', 'T', 1795511100000, 1795511100000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('16ad49eee8ccab9090052147f411e2a7', '0000000A', 'refund 9', '0000000A@correo.example', 'Pedido 0000000A: te hemos devuelto 10,00 €', 'T', 1795511100000, 1795511100000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('fde82295942f035f0d1ce13a85bf13a7', '0000000B', 'paid 11', '0000000B@correo.example', 'Pedido 0000000B: pago recibido', 'T', 1795511100000, 1795511100000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.mails (id, about, kind, recipient, subject, text, created_at, due_at, attempts, sent_at, error, html, refused_at) VALUES ('64554af9eee0c4316ca363206eba426a', 'd97a5e1a9421fd79', 'withdrawn', 'otro@correo.example', 'Hemos recibido tu desistimiento', 'T', 1795511100000, 1795511100000, 0, NULL, NULL, NULL, NULL);
INSERT INTO public.orders (id, token, request_key, fingerprint, state, quantity, unit_price, shipping, total, received, refunded, first_name, last_name, email, phone, address, city, postal_code, country, terms, payment, provider_reference, placed_at, forgotten_at, provider_received, provider_refunded, provider_payment, refund_key, withdrawn_at) VALUES ('0000000C', 'HvH_PIqZ_BJdphX8vDeksA', 'e798be9dde4a96ac6c379d21cee14260', 'cfd18f423f79b5b77d8a4e8c5c3aaabc46cf45fdc3a1f4c67950946809abb508', 'pending', 1, 8999, 0, 8999, 0, 0, 'Lucía', 'Gómez', '0000000C@correo.example', '+34 600000000', 'Calle Mayor, 1', 'Madrid', '28013', 'ES', '2026-11-22', 'transfer', NULL, 1795338300000, NULL, 0, 0, NULL, NULL, NULL);
INSERT INTO public.orders (id, token, request_key, fingerprint, state, quantity, unit_price, shipping, total, received, refunded, first_name, last_name, email, phone, address, city, postal_code, country, terms, payment, provider_reference, placed_at, forgotten_at, provider_received, provider_refunded, provider_payment, refund_key, withdrawn_at) VALUES ('0000000A', 'OJTDZDBx2-VHXQB6mmPTRg', '595329936f09ea0543a437653c31fbb1', '17c0b86a25382fdc0373329d95ef8ece6dae0f3608a7bd16f85b74ad34e6baf6', 'delivered', 1, 8999, 0, 8999, 8999, 1000, 'Lucía', 'Gómez', '0000000A@correo.example', '+34 600000000', 'Calle Mayor, 1', 'Madrid', '28013', 'ES', '2026-11-22', 'transfer', NULL, 1795338300000, NULL, 0, 0, NULL, NULL, 1795511100000);
INSERT INTO public.orders (id, token, request_key, fingerprint, state, quantity, unit_price, shipping, total, received, refunded, first_name, last_name, email, phone, address, city, postal_code, country, terms, payment, provider_reference, placed_at, forgotten_at, provider_received, provider_refunded, provider_payment, refund_key, withdrawn_at) VALUES ('0000000B', '7HRtkDfE9aVnKGZtWuKhJA', '788a2b4a78bc61c6833f35e4294f0b6e', '8ef34099212c3e923638c3873be3ceaef026997a88a8259b0fa15d50e1540a7d', 'paid', 1, 8999, 0, 8999, 10000, 0, 'Lucía', 'Gómez', '0000000B@correo.example', '+34 600000000', 'Calle Mayor, 1', 'Madrid', '28013', 'ES', '2026-11-22', 'transfer', NULL, 1795338300000, NULL, 0, 0, NULL, NULL, NULL);
INSERT INTO public.withdrawals (id, request_key, name, contract, email, at, order_id, handled_at) VALUES ('2080dbdb74c80b29', '8c5137098ef36721988bac219963ccb0', 'Ana', '0000000A', '0000000A@correo.example', 1795511100000, '0000000A', NULL);
INSERT INTO public.withdrawals (id, request_key, name, contract, email, at, order_id, handled_at) VALUES ('d97a5e1a9421fd79', '9ad42cf2a1b29a9ab8cd153ec54c9d28', 'Luis', 'el perfume', 'otro@correo.example', 1795511100000, NULL, NULL);
SELECT pg_catalog.setval('public.events_id_seq', 11, true);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration_lock
    ADD CONSTRAINT kysely_migration_lock_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.kysely_migration
    ADD CONSTRAINT kysely_migration_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.mails
    ADD CONSTRAINT one_of_a_kind UNIQUE (about, kind);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_provider_reference_key UNIQUE (provider_reference);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_request_key_key UNIQUE (request_key);
ALTER TABLE ONLY public.orders
    ADD CONSTRAINT orders_token_key UNIQUE (token);
ALTER TABLE ONLY public.shop_state
    ADD CONSTRAINT shop_state_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.terms
    ADD CONSTRAINT terms_pkey PRIMARY KEY (version);
ALTER TABLE ONLY public.withdrawals
    ADD CONSTRAINT withdrawals_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.withdrawals
    ADD CONSTRAINT withdrawals_request_key_key UNIQUE (request_key);
CREATE INDEX events_by_order ON public.events USING btree (order_id, id);
CREATE INDEX mails_to_send ON public.mails USING btree (due_at) WHERE (sent_at IS NULL);
CREATE INDEX orders_by_email ON public.orders USING btree (email, placed_at);
CREATE INDEX orders_by_state ON public.orders USING btree (state, placed_at, id);
CREATE INDEX orders_by_time ON public.orders USING btree (placed_at, id);
CREATE INDEX orders_with_odd_money ON public.orders USING btree (placed_at, id) WHERE 
CASE
    WHEN (state = ANY (ARRAY['paid'::text, 'shipped'::text, 'delivered'::text])) THEN ((received < total) OR ((received - refunded) > total))
    ELSE (received > refunded)
END;
CREATE INDEX withdrawals_by_order ON public.withdrawals USING btree (order_id);
CREATE INDEX withdrawals_by_time ON public.withdrawals USING btree (at);
ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_order_id_fkey FOREIGN KEY (order_id) REFERENCES public.orders(id);
