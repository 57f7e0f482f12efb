"""The server: personal pages for annotators, one for the organiser."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from mteval.authoring.annotation.contrast_work import ContrastWork
from mteval.authoring.annotation.database import Database, Task, now
from mteval.authoring.annotation.dictionary_work import DictionaryWork
from mteval.authoring.annotation.job import DOCUMENT_PROTOCOLS, AnnotationJob
from mteval.authoring.annotation.organiser import Organiser
from mteval.authoring.annotation.pages import FOLDER, render
from mteval.authoring.annotation.rating_work import RatingWork
from mteval.authoring.annotation.scoring_work import ScoringWork
from mteval.authoring.annotation.security import (
    STRANGER_BURST,
    STRANGER_PER_SECOND,
    BodyTooLargeError,
    BodyTooSlowError,
    Guard,
    RateLimit,
    form_token,
    from_elsewhere,
    proves,
    whole_number,
)
from mteval.authoring.annotation.slot_values import NEW_SLOTS
from mteval.authoring.annotation.template_work import TemplateWork
from mteval.authoring.annotation.work import FormError, Work
from mteval.storage.allocator import SpareMemory


def rating_work(job: AnnotationJob) -> Work:
    """The work of a rating job, as its protocol asks."""
    return ScoringWork(job) if job.settings.get("protocol") in DOCUMENT_PROTOCOLS else RatingWork(job)


WORK: Mapping[str, Any] = {
    "rating": rating_work,
    "templates": TemplateWork,
    "dictionary": DictionaryWork,
    "contrast": ContrastWork,
}
THREADS = 8
"""So many requests are worked on at once: more would wait for the database anyhow, and hold memory meanwhile."""
TRIM_SECONDS = 30.0
MOST_FIELDS = 200
LONGEST_NONCE = 64


class RefusedError(Exception):
    """A request that is answered with a short page and nothing else."""

    def __init__(self, status: int, title: str, text: str) -> None:
        super().__init__(title)
        self.status, self.title, self.text = status, title, text


class AnnotationServer:
    """Answers requests; all state is in the database, so that any number of them may run in parallel.

    `url` is how people reach the server; links are made from it, never from what a request says of its host.
    """

    url: str = ""

    def __init__(self, job: AnnotationJob, work: Work, database: Database, limit: RateLimit | None = None) -> None:
        self.job, self.work, self.database = job, work, database
        self.secret = database.meta("secret") or ""
        self.limit = limit or RateLimit()
        self.strangers = RateLimit(STRANGER_BURST, STRANGER_PER_SECOND)
        self.spare_memory = SpareMemory(every_seconds=TRIM_SECONDS)

    def app(self) -> Guard:
        """The ASGI app."""
        organiser = Organiser(self.job, self.work, self.database, self.url)
        routes = [
            Route("/", self.front),
            Route("/a/{token}", self.show),
            Route("/a/{token}/decide", self.decide, methods=["POST"]),
            Route("/a/{token}/undo", self.undo, methods=["POST"]),
            Route("/a/{token}/preview", self.preview, methods=["POST"]),
            Route("/o/{token}", self._for_organiser(organiser.page)),
            Route("/o/{token}/{name}", self._for_organiser(organiser.download)),
            Mount("/static", StaticFiles(directory=Path(FOLDER) / "static")),
        ]
        handlers: Mapping[Any, Any] = {
            RefusedError: _refused,
            BodyTooLargeError: _too_large,
            BodyTooSlowError: _too_slow,
            404: _not_found,
        }
        app = Starlette(routes=routes, exception_handlers=dict(handlers), lifespan=_few_threads)
        app.router.redirect_slashes = False  # it would send people to the host that the request names
        return Guard(app)

    async def front(self, request: Request) -> Response:
        """Whoever comes without a link learns that they need one."""
        return _message(200, "You need your personal link", "Ask the organiser for it. It looks like …/a/…")

    async def show(self, request: Request) -> Response:
        """The annotator's current task, or thanks."""
        annotator, token = await self._annotator(request)
        return await run_in_threadpool(self._task_page, annotator, token)

    async def decide(self, request: Request) -> Response:
        """Store a decision; it is on disk before the browser is sent on."""
        annotator, token = await self._annotator(request)
        form = await self._form(request, token)
        return await run_in_threadpool(self._decide, annotator, token, form)

    async def undo(self, request: Request) -> Response:
        """Take the last decision back, if it still is the one the page showed: a form sent twice takes back one."""
        annotator, token = await self._annotator(request)
        form = await self._form(request, token)
        decision = whole_number(form.get("decision", ""), digits=15)
        if decision is not None:
            await run_in_threadpool(self.database.undo, annotator, decision)
        return RedirectResponse(f"/a/{token}", 303)

    async def preview(self, request: Request) -> Response:
        """Instances of a template being edited, or what is wrong with it."""
        annotator, token = await self._annotator(request)
        form = await self._form(request, token)
        if not isinstance(self.work, TemplateWork):
            raise RefusedError(404, "Not here", "This job has no templates.")
        texts = [form[name] for name in sorted(form) if name.startswith("template-")]
        new_slots = form.get(NEW_SLOTS, "")
        return JSONResponse(await run_in_threadpool(self.work.preview, texts, new_slots, annotator, self.database))

    async def _annotator(self, request: Request) -> tuple[str, str]:
        """Whose link this is; unknown ones are slowed down, so that nobody guesses tokens."""
        token = request.path_params["token"]
        annotator = await run_in_threadpool(self.database.annotator_of, token)
        if annotator is None:
            self._slow_down(request)
            raise RefusedError(404, "This link is not known", "Check that you copied all of it, or ask the organiser.")
        if not self.limit.allows(token):
            raise RefusedError(
                429, "A little slower, please", "Too many requests. Wait a few seconds and reload the page."
            )
        return annotator, token

    def _slow_down(self, request: Request) -> None:
        address = request.client.host if request.client else "?"
        if not self.strangers.allows(address):
            raise RefusedError(429, "Too many unknown links", "Wait a minute.")

    async def _form(self, request: Request, token: str) -> dict[str, str]:
        """The form as sent; it must come from a page of ours."""
        if from_elsewhere(request.headers, self.url):
            raise RefusedError(403, "Not from here", "This form was sent from another site.")
        sent = await request.form(max_files=0, max_fields=MOST_FIELDS)
        form = {name: value for name, value in sent.items() if isinstance(value, str)}
        if not proves(self.secret, token, form.get("form_token", "")):
            raise RefusedError(403, "This page is too old", "Reload it and try again.")
        return form

    def _for_organiser(self, endpoint: Any) -> Any:
        async def guarded(request: Request) -> Response:
            token = request.path_params["token"]
            if token != await run_in_threadpool(self.database.meta, "organiser"):
                self._slow_down(request)
                raise RefusedError(404, "This link is not known", "Check that you copied all of it.")
            response: Response = await run_in_threadpool(endpoint, request)
            return response

        return guarded

    def _task_page(
        self, annotator: str, token: str, error: str = "", form: Mapping[str, str] | None = None
    ) -> Response:
        self.spare_memory.give_back()
        task = self.database.next_task(annotator)
        (own,) = self.database.progress(annotator)
        common = {
            "job": self.job,
            "token": token,
            "form_token": form_token(self.secret, token),
            "done": own.done,
            "total": own.total,
            "last_decision": self.database.last_decision(annotator),
            "nonce": secrets.token_urlsafe(12),
            "error": error,
            "form": dict(form or {}),
        }
        if task is None:
            return HTMLResponse(render("done.html", common))
        page = self.work.page(task, self.database)
        context = {**common, **page.context, "position": task.position, "idle_seconds": self.job.idle_seconds}
        return HTMLResponse(render(page.template, context), 422 if error else 200)

    def _decide(self, annotator: str, token: str, form: Mapping[str, str]) -> Response:
        position = whole_number(form.get("position", ""))
        task = None if position is None else self.database.task(annotator, position)
        if task is None:
            raise RefusedError(400, "No such task", "Reload the page and try again.")
        try:
            reading = self.work.read(task, form, self.database)
        except FormError as error:
            return self._task_page(annotator, token, str(error), form)
        seconds, elapsed = spent(task, form.get("active_ms", ""), self.job.idle_seconds)
        nonce = form.get("nonce", "")[:LONGEST_NONCE] or None
        self.database.decide(task, reading.payload, seconds=seconds, elapsed=elapsed, final=reading.final, nonce=nonce)
        # What was sent before, or closed in another window meanwhile, is left as it is; the next page shows what is.
        return RedirectResponse(f"/a/{token}", 303)


@asynccontextmanager
async def _few_threads(app: Starlette) -> AsyncIterator[None]:
    current_default_thread_limiter().total_tokens = THREADS
    yield


def spent(task: Task, active_ms: str, idle_seconds: int) -> tuple[float, float]:
    """Seconds of work as the browser counted them, and from first sight to now as the server did.

    Work cannot have taken longer than there was; without a count from the browser, all but an idle pause is taken as work.
    """
    since = datetime.fromisoformat(task.seen) if task.seen else datetime.fromisoformat(now())
    elapsed = max((datetime.fromisoformat(now()) - since).total_seconds(), 0.0)
    active = whole_number(active_ms, digits=11)
    if active is not None:
        return min(active / 1000, elapsed), elapsed
    return min(elapsed, float(idle_seconds)), elapsed


def _message(status: int, title: str, text: str) -> HTMLResponse:
    return HTMLResponse(render("message.html", {"title": title, "text": text}), status)


async def _refused(request: Request, error: RefusedError) -> Response:
    headers = {"retry-after": "5"} if error.status == 429 else None
    response = _message(error.status, error.title, error.text)
    response.headers.update(headers or {})
    return response


async def _too_large(request: Request, error: BodyTooLargeError) -> Response:
    return PlainTextResponse("Too large.", 413)


async def _too_slow(request: Request, error: BodyTooSlowError) -> Response:
    return PlainTextResponse("Too slow.", 408, {"connection": "close"})


async def _not_found(request: Request, error: Exception) -> Response:
    return _message(404, "Nothing here", "Use the link you were given.")


def open_server(job: AnnotationJob, database_path: Path, limit: RateLimit | None = None) -> AnnotationServer:
    """Prepare a job's database and the server on it; a database made for another job is refused."""
    from mteval.core.errors import DataError

    work: Work = WORK[job.kind](job)
    database = Database(database_path)
    if database_path.exists() and database_path.stat().st_size and database.meta("digest") != job.digest:
        raise DataError(
            database_path,
            "was made for another job, or the job's data changed since. Name another file with --database, or restore the job.",
        )
    database.create({"digest": job.digest, "kind": job.kind, "title": job.title}, work.lists())
    return AnnotationServer(job, work, database, limit)
