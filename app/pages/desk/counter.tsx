import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { deskMeta } from "./desk-meta.ts";
import { Each, itself, slot, Without } from "./slots.tsx";

export const meta = () => deskMeta("Mostrador");

/** The owner's list of orders: what needs a look on top, then the newest. */
export default function Counter() {
  return (
    <div className="page-width pt-10 pb-24 md:pt-16">
      <PageTitle>Mostrador</PageTitle>
      <Each of="mails.length">
        <section aria-labelledby="mails" className="mt-10 border-danger border-l-2 pl-5">
          <h2 id="mails" className="item-title">
            Correos que no llegan
          </h2>
          <ul className="mt-4">
            <Each of="mails">
              <li className="border-rule border-t py-4 text-small">
                <p className="font-strong">{slot("subject")}</p>
                <p className="text-quiet">
                  Para {slot("recipient")}, {slot("attempts")} intentos. {slot("error")}
                </p>
                <form method="post" action={`/mostrador/correos/${slot("id")}`} className="mt-3">
                  <Button type="submit" look="quiet">
                    Reintentar ahora
                  </Button>
                </form>
              </li>
            </Each>
          </ul>
        </section>
      </Each>
      <Each of="withdrawals.length">
        <section aria-labelledby="withdrawals" className="mt-10">
          <h2 id="withdrawals" className="item-title">
            Desistimientos
          </h2>
          <ul className="mt-4">
            <Each of="withdrawals">
              <li className="border-rule border-t py-3 text-small">
                {slot("at")}: {slot("name")}, {slot("email")}, «{slot("contract")}».{" "}
                <Each of="orderId">
                  <a href={`/mostrador/${itself}`} className="link">
                    Pedido {itself}
                  </a>
                </Each>
                <Without of="orderId">No corresponde a ningún pedido por número y email.</Without>
              </li>
            </Each>
          </ul>
        </section>
      </Each>
      <section aria-labelledby="orders" className="mt-12">
        <h2 id="orders" className="item-title">
          Pedidos
        </h2>
        <form action="/mostrador" className="mt-6 flex flex-wrap items-end gap-4">
          <div>
            <label htmlFor="number" className="text-quiet text-small">
              Número de pedido
            </label>
            <input
              id="number"
              name="pedido"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="field block h-12 text-body"
            />
          </div>
          <Button type="submit" look="quiet">
            Buscar
          </Button>
        </form>
        <Each of="missing">
          <p role="alert" className="mt-4 text-danger">
            No hay ningún pedido {itself}.
          </p>
        </Each>
        <nav aria-label="Estados" className="mt-8">
          <ul className="flex flex-wrap gap-x-6">
            <Each of="filters">
              <li>
                <a
                  href={slot("address")}
                  aria-current={slot("current") as "page"}
                  className="flex min-h-11 items-center text-small [&[aria-current=page]]:font-strong [&[aria-current=page]]:underline"
                >
                  {slot("name")}
                </a>
              </li>
            </Each>
          </ul>
        </nav>
        <Without of="any">
          <p className="mt-8 text-quiet">No hay pedidos.</p>
        </Without>
        <ul className="mt-4">
          <Each of="orders">
            <li className="grid gap-x-6 gap-y-1 border-rule border-t py-4 md:grid-cols-[7rem_16rem_1fr_10rem_7rem]">
              <a href={`/mostrador/${slot("id")}`} className="self-start link font-strong">
                {slot("id")}
              </a>
              <span className="text-quiet text-small">{slot("placedAt")}</span>
              <span>
                {slot("name")}
                <Each of="odd">
                  <strong className="block text-danger text-small">{itself}</strong>
                </Each>
              </span>
              <span>{slot("state")}</span>
              <span className="lining md:text-right">{slot("total")}</span>
            </li>
          </Each>
        </ul>
        <Each of="older">
          <p className="mt-8">
            <a href={itself} className="link">
              Pedidos anteriores
            </a>
          </p>
        </Each>
      </section>
    </div>
  );
}
