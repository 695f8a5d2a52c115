"""The lessons: files with positions, tasks and words, compiled for the pages.

A lesson is one file in `data/`. The rules answer every decision that a step allows, so the pages
only look the answers up.
"""

from .compiling import compile_lesson, write_lessons
from .model import Course, Lesson, LessonError, Step, Words
from .reading import COURSES, parse_lesson, read_courses

__all__ = [
    "COURSES",
    "Course",
    "Lesson",
    "LessonError",
    "Step",
    "Words",
    "compile_lesson",
    "parse_lesson",
    "read_courses",
    "write_lessons",
]
