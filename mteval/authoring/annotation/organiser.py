"""The organiser's page: links, progress, results so far, exports."""

from __future__ import annotations

from collections.abc import Iterable
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from mteval.authoring.annotation.database import Database
from mteval.authoring.annotation.job import AnnotationJob
from mteval.authoring.annotation.pages import render
from mteval.authoring.annotation.work import Download, Work, as_csv, as_jsonl, log_entry


class Organiser:
    """Shows how far everybody is and gives the data out, at any time."""

    def __init__(self, job: AnnotationJob, work: Work, database: Database, url: str = "") -> None:
        self.job, self.work, self.database, self.url = job, work, database, url

    def page(self, request: Request) -> Response:
        """Progress, results so far and downloads."""
        progress = self.database.progress()
        summary = self.work.summary(self.database)
        context = {
            "job": self.job,
            "token": request.path_params["token"],
            "people": [(one, f"{self.url}/a/{one.token}") for one in progress],
            "done": sum(one.done for one in progress),
            "total": sum(one.total for one in progress),
            "tables": summary.tables,
            "notes": summary.notes,
            "downloads": [*self._exports(), *summary.downloads],
        }
        return HTMLResponse(render("organiser.html", context))

    def _exports(self) -> Iterable[Download]:
        decisions = self.database.decisions()
        table = as_csv(self.work.rows(decisions, self.database))
        everything = self.database.decisions(undone=True)
        log = as_jsonl(log_entry(one, self.job.kind) for one in everything)
        yield Download("decisions.csv", "text/csv", table, "Decisions that stand (CSV)")
        yield Download("decisions.jsonl", "application/jsonl", log, "Whole log, with what was taken back (JSONL)")

    def download(self, request: Request) -> Response:
        """One file."""
        name = request.path_params["name"]
        for one in (*self._exports(), *self.work.summary(self.database).downloads):
            if one.name == name:
                disposition = f"attachment; filename*=UTF-8''{quote(one.name)}"
                headers = {"content-disposition": disposition, "content-type": f"{one.media_type}; charset=utf-8"}
                return Response(one.text, headers=headers)
        return HTMLResponse(render("message.html", {"title": "No such file", "text": ""}), 404)
