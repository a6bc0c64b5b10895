
// The token lives in this variable and nowhere else: apps share the page's origin, and could
// read any storage.
let token = "";
let poll, clock;

const $ = (id) => document.getElementById(id);
const sections = ["setup", "sign-in", "home"];

function show(id) {
  for (const section of sections) $(section).hidden = section !== id;
  $("who").hidden = id !== "home";
  $(id).querySelector("input:not([hidden]), button")?.focus();
}

function tell(text, wrong = false) {
  $("notice").textContent = text;
  $("notice").className = wrong ? "notice error" : "notice";
  $("notice").hidden = !text;
}

async function call(method, path, body) {
  const headers = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  // Signing in and out sets the cookie that opens apps; the gateway's API takes none.
  const answer = await fetch(`/api/v1${path}`, { method, headers, body: body && JSON.stringify(body), credentials: "same-origin" });
  if (answer.ok) return answer;
  const { error } = await answer.json().catch(() => ({}));
  const reasons = (error?.details ?? []).map(({ field, reason }) => `${field}: ${reason}`);
  const problem = new Error([error?.message ?? `The gateway answered ${answer.status}`, ...reasons].join("; "));
  problem.status = answer.status;
  throw problem;
}

// Runs what a button or a form does, shows what goes wrong, and keeps it from running twice.
async function act(button, action) {
  button.disabled = true;
  tell("");
  try {
    await action();
  } catch (problem) {
    if (problem.status === 401 && token) signedOut("You were signed out.");
    else tell(problem.message, true);
  } finally {
    button.disabled = false;
  }
}

function onSubmit(section, action) {
  const form = $(section).querySelector("form");
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(form));
    act(form.querySelector("button"), () => action(fields));
  });
}

// The app that sent the person here to sign in. Only a place below /apps/ at this very origin is
// one; whatever else the address names is not gone to.
function cameFrom() {
  const next = new URLSearchParams(location.search).get("next");
  if (!next?.startsWith("/apps/")) return null;
  const place = new URL(next, location.origin);
  // Browsers carry it along over redirects; many apps keep their place in it.
  place.hash = location.hash;
  return place.origin === location.origin && place.pathname.startsWith("/apps/") ? place : null;
}

async function signIn(credentials) {
  const { token: fresh, user } = await (await call("POST", "/auth/login", credentials)).json();
  const app = cameFrom();
  if (app) return location.replace(app);
  token = fresh;
  $("who").firstElementChild.textContent = user.username;
  for (const form of document.forms) form.reset();
  show("home");
  await listDevices();
  poll = setInterval(() => document.hidden || listDevices().catch(() => {}), 10000);
}

function signedOut(text = "") {
  token = "";
  clearInterval(poll);
  endPairing();
  $("devices").replaceChildren();
  show("sign-in");
  tell(text);
}

function endPairing() {
  clearInterval(clock);
  URL.revokeObjectURL($("qr").src);
  $("qr").removeAttribute("src");
  $("pairing").hidden = true;
  $("new-code").textContent = "Show a code";
}

async function newCode() {
  const answer = await call("GET", "/auth/qr?format=png");
  endPairing();
  $("qr").src = URL.createObjectURL(await answer.blob());
  $("pairing").hidden = false;
  $("new-code").textContent = "Show another code";
  const ends = Date.now() + 300000;
  const tick = () => {
    const left = Math.ceil((ends - Date.now()) / 1000);
    if (left <= 0) return endPairing();
    $("countdown").textContent = `valid for ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  };
  tick();
  clock = setInterval(tick, 1000);
}

async function listDevices() {
  const devices = await (await call("GET", "/devices")).json();
  $("no-devices").hidden = devices.length > 0;
  $("devices").replaceChildren(...devices.map(deviceRow));
}

function deviceRow({ deviceId, deviceName, platform, status }) {
  const row = $("device").content.cloneNode(true).firstElementChild;
  row.className = status;
  row.querySelector(".name").textContent = deviceName;
  row.querySelector(".hint").textContent = [platform, status === "pending" ? "waits for approval" : status].join(", ");
  if (status === "pending") {
    const path = `/devices/${encodeURIComponent(deviceId)}`;
    const approve = () => call("PATCH", path, { status: "approved" });
    const decline = () => call("DELETE", path);
    row.querySelector(".actions").append(
      actionButton("Approve", deviceName, "", approve),
      actionButton("Decline", deviceName, "quiet", decline),
    );
  }
  return row;
}

function actionButton(text, about, look, action) {
  const button = Object.assign(document.createElement("button"), { type: "button", textContent: text, className: look });
  button.setAttribute("aria-label", `${text} ${about}`);
  button.addEventListener("click", () => act(button, async () => {
    await action();
    await listDevices();
  }));
  return button;
}

onSubmit("setup", async ({ username, password, setupCode }) => {
  try {
    await call("POST", "/auth/setup", { username, password, setupCode: setupCode.trim() || undefined });
  } catch (problem) {
    if (problem.status === 403) $("setup-code-field").hidden = false;
    if (problem.status === 409) show("sign-in");
    throw problem;
  }
  await signIn({ username, password });
});
onSubmit("sign-in", signIn);
$("new-code").addEventListener("click", (event) => act(event.target, newCode));
$("sign-out").addEventListener("click", (event) => act(event.target, async () => {
  await call("POST", "/auth/logout");
  signedOut();
}));

try {
  const { setupRequired } = await (await call("GET", "/auth/setup-status")).json();
  const here = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
  $("setup-code-field").hidden = here;
  show(setupRequired ? "setup" : "sign-in");
} catch (problem) {
  tell(problem.message, true);
}
