// Shows /api/v1/openapi.json as a page. Text is only ever set as text.
const METHODS = ["get", "post", "put", "patch", "delete"];

function element(tag, text, ...children) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function follow(schema, api) {
  const name = schema?.$ref?.split("/").pop();
  return name ? api.components.schemas[name] : schema;
}

// A short sketch of a value of this schema, a few levels deep.
function sketch(schema, api, depth = 0) {
  const real = follow(schema, api);
  if (!real || depth > 4) return "…";
  const branch = (real.oneOf ?? real.anyOf ?? []).find((one) => one.type !== "null");
  if (branch) return sketch(branch, api, depth);
  if (real.allOf) return Object.assign({}, ...real.allOf.map((one) => sketch(one, api, depth)));
  const type = [real.type].flat().find((one) => one !== "null");
  if (real.enum) return real.enum.join(" | ");
  if (type === "array") return [sketch(real.items, api, depth + 1)];
  if (type !== "object" && !real.properties) return real.format ?? type ?? "any";
  const entries = Object.entries(real.properties ?? {});
  return Object.fromEntries(entries.map(([key, value]) => [key, sketch(value, api, depth + 1)]));
}

function body(title, content, api) {
  const schema = content?.["application/json"]?.schema;
  if (!schema) return [];
  return [element("h4", title), element("pre", JSON.stringify(sketch(schema, api), null, 2))];
}

function access(operation) {
  const needs = operation.security ?? [];
  if (!needs.length || needs.some((need) => !Object.keys(need).length)) return "Open to everybody";
  const names = needs.map((need) => Object.entries(need)[0]);
  const scopes = [...new Set(names.flatMap(([, scopes]) => scopes))];
  const kinds = names.map(([name]) => (name === "bearer" ? "a token" : "an API key")).join(" or ");
  return `Needs ${kinds}${scopes.length ? ` with ${scopes.join(", ")}` : ""}`;
}

function parameters(list = []) {
  if (!list.length) return [];
  const rows = list.map((one) =>
    element("tr", "", element("td", "", element("code", one.name)), element("td", one.in),
      element("td", one.description ?? "")));
  return [element("h4", "Parameters"), element("table", "", ...rows)];
}

function answers(operation, api) {
  const rows = Object.entries(operation.responses ?? {}).map(([status, answer]) =>
    element("tr", "", element("td", status), element("td", answer.description)));
  const good = Object.entries(operation.responses ?? {}).find(([status]) => status < "300");
  return [element("h4", "Answers"), element("table", "", ...rows), ...body("On success", good?.[1].content, api)];
}

function endpoint(path, method, operation, api) {
  const head = element("summary", "");
  const name = element("span", method.toUpperCase());
  name.className = "method";
  const what = element("span", operation.summary ?? "");
  what.className = "what";
  head.append(name, element("code", path), what);
  const inside = element("div", "", element("p", operation.description ?? ""), element("p", access(operation)),
    ...parameters(operation.parameters), ...body("Body", operation.requestBody?.content, api), ...answers(operation, api));
  inside.className = "body";
  const all = element("details", "", head, inside);
  all.dataset.text = `${method} ${path} ${operation.summary ?? ""}`.toLowerCase();
  return all;
}

async function show() {
  const api = await (await fetch("/api/v1/openapi.json")).json();
  document.querySelector("#about").textContent = `Version ${api.info.version}\n\n${api.info.description}`;
  const groups = new Map();
  for (const [path, item] of Object.entries(api.paths)) {
    for (const method of METHODS.filter((one) => item[one])) {
      const tag = item[method].tags?.[0] ?? "Other";
      if (!groups.has(tag)) groups.set(tag, element("section", "", element("h2", tag)));
      groups.get(tag).append(endpoint(path, method, item[method], api));
    }
  }
  document.querySelector("#endpoints").append(...groups.values());
  document.querySelector("#search").addEventListener("input", (event) => {
    const wanted = event.target.value.toLowerCase();
    for (const one of document.querySelectorAll("details")) one.hidden = !one.dataset.text.includes(wanted);
  });
}

show();
