"""Reviews of small recordings, made by hand: every class of change, and every state."""

from __future__ import annotations

from fixture_lint.behaviour.review import FileReview, Row, Shown

NOTE = "warranty still holds; replaced right now"
LONG = (
    "Your order 77140 has been looked at and I have booked EUR 14.99 to your card; it takes "
    "three days until you see it."
)


def changed(path: str, *rows: Row, **fields: object) -> FileReview:
    name = path.rpartition("/")[2].partition(".")[0]
    made = FileReview(path, path, name, "conversation", "changed", rows, raw_lines=2)
    return made._replace(**fields)


def row(kind: str, head: str = "", *changes: Shown, label: str = "") -> Row:
    return Row(kind, label, head, changes)


REFUND = changed(
    "fixtures/replace-dead-kettle.json",
    row("user", "kettle 7714 no longer heats"),
    row("call", 'see_order(order_id="77140")', label="c1"),
    row("result", 'state="delivered", sku="KET-02"', label="c1"),
    row("call", 'find_terms(sku="KET-02")', Shown("call-added", remark="added"), label="c2"),
    row("result", "eligible=true", label="c2"),
    row(
        "call",
        'make_booking(order_id="77140", booked_cents=1299, reason="Failing")',
        Shown("args-changed", "/booked_cents", "1499", "1299"),
        Shown("args-format-changed", "/reason", '"failing"', '"Failing"', "case"),
        label="c3",
    ),
    row(
        "result",
        'state="done"',
        Shown("result-changed", "/state", '"pending"', '"done"'),
        label="c3",
    ),
    row(
        "say",
        "I have booked EUR 12.99.",
        Shown("text-changed", "", "I have booked EUR 14.99.", "I have booked EUR 12.99."),
    ),
    quiet=(Shown("noise-only", remark="2 ids"), Shown("layout-only")),
    raw_lines=14,
    renumbered=2,
    recorded=("2026-03-14", "2026-09-01"),
    note=(NOTE, NOTE),
)

EVERYTHING = changed(
    "cassettes/everything.yaml",
    row("user", "", Shown("user-input-changed", "", "where is it?", "where is my parcel?")),
    row("system", "", Shown("contract-changed", "", "Be brief.", "Be kind.")),
    row("tool", "find_terms", Shown("contract-changed", remark="added")),
    row("request", "POST /v1/messages", Shown("request-changed", "/temperature", "0.7", "1.0")),
    row("response", "", Shown("response-changed", "/model", '"small"', '"large"')),
    row("call", "", Shown("tool-changed", "", "make_booking", "cancel_order"), label="c1"),
    row("call", "see_order(id=1)", Shown("call-removed", remark="removed"), label="c2"),
    row("call", "find_terms(id=2)", Shown("call-reordered"), label="c3"),
    row(
        "call",
        '{"weight_kg": tw',
        Shown("args-validity-changed", remark="valid → invalid"),
        label="c4",
    ),
    row(
        "call",
        "send(to=1, reason=2)",
        Shown("args-changed", "/reason", '"failing"', None),
        Shown("args-changed", "/a~1b/0", None, "7"),
        Shown("args-changed", remark="12 more values"),
        label="c5",
    ),
    row("result", 'error code="late"', Shown("result-to-error"), label="c5"),
    row("result", 'state="ok"', Shown("error-to-result"), label="c6"),
    row("result", "", Shown("result-changed", remark="no result"), label="c7"),
    row(
        "result",
        "",
        Shown("result-changed", "/body", f'"{LONG * 3}pending"', f'"{LONG * 3}done"'),
        label="c8",
    ),
    row("say", "One moment.", Shown("turn-added", remark="added")),
    row("say", "Wait.", Shown("turn-removed", remark="removed")),
    row("say", "Done.", Shown("turn-moved")),
    row("say", "step 1"),
    row("say", "step 2"),
    row("say", "step 3"),
    row("say", "step 4"),
    row(
        "say",
        "",
        Shown("text-format-changed", "", r"Hello  you.\nBye", r"Hello you.\nBye", "white space"),
    ),
    row(
        "say",
        "",
        Shown("text-changed", "", LONG, LONG.replace("14.99", "12.99").replace("three", "five")),
    ),
    row("think", "", Shown("text-changed", "", LONG, "Nothing of this is in the other text " * 8)),
    row("say", "", Shown("text-changed", "", "订单已退款 14.99 元", "订单已退款 12.99 元")),
    raw_lines=1204,
    note=("before", "after"),
)

ENVIRONMENT = changed(
    "fixtures/environment.json",
    row("result", 'state="done"', Shown("result-changed", "/state", "1", "2"), label="c1"),
)


def quiet(path: str, *changes: Shown) -> FileReview:
    return changed(path, quiet=changes)


NOISE = quiet("fixtures/orders-list.json", Shown("noise-only", remark="3 ids"))
CLEAN = quiet("fixtures/cleaned.json", Shown("cleanup-only", remark="1 id dropped or frozen"))
OTHERS = [
    NOISE,
    CLEAN,
    quiet("fixtures/redacted.json", Shown("redaction-only", remark="1 value replaced")),
    quiet("fixtures/drifted.json", Shown("payload-order-drift", "/turns/1/args")),
    quiet("fixtures/layout.json", Shown("layout-only")),
    quiet("fixtures/envelope.json", Shown("envelope-changed", "/service_tier", "1", "2")),
    quiet("fixtures/header.json", Shown("meta-only", "/note", "a", "b")),
    changed("fixtures/new-name.json", state="same", old_path="fixtures/old-name.json"),
    changed("fixtures/same.json", state="same"),
    changed("fixtures/added.json", state="added", note=("", "carrier reports a delay")),
    changed("fixtures/deleted.json", state="deleted"),
    changed("fixtures/broken.json", state="unreadable", problem="new version: line 3: conflict"),
    changed("fixtures/other.json", state="same", kind="", problem="of no kind with behaviour"),
]
ALL = [REFUND, EVERYTHING, ENVIRONMENT, *OTHERS]
