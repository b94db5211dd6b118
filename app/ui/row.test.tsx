import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Row } from "./row.tsx";

test("a row's value is text and inline elements: Orca skips the text before a block", () => {
  const html = renderToStaticMarkup(
    <dl>
      <Row name="Garantía legal" link={<a href="/terminos-de-servicio">Ver el aviso oficial</a>}>
        3 años.
      </Row>
    </dl>,
  );
  expect(html).toMatch(
    /<dd[^>]*>3 años\. <span[^>]*><a [^>]*>Ver el aviso oficial<\/a><\/span><\/dd>/,
  );
});
